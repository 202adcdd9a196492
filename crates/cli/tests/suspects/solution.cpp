// A solution of problem 913 in which the cat may enter the hole.
class Solution {
 public:
  int catMouseGame(vector<vector<int>> &graph) {
    int n = graph.size();
    vector<vector<array<int, 2>>> value(n, vector<array<int, 2>>(n, {0, 0}));
    for (int i = 0; i < n; i++) {
      value[i][i] = {2, 2};
    }
    for (int c = 0; c < n; c++) {
      value[0][c] = {1, 1};
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (int m = 0; m < n; m++) {
        for (int c = 0; c < n; c++) {
          for (int turn = 0; turn < 2; turn++) {
            if (value[m][c][turn]) {
              continue;
            }
            set<int> found;
            for (int to : graph[turn ? c : m]) {
              found.insert(turn ? value[m][to][0] : value[to][c][1]);
            }
            int own = turn + 1, other = 2 - turn;
            if (found.count(own)) {
              value[m][c][turn] = own;
            } else if (found == set<int>{other}) {
              value[m][c][turn] = other;
            }
            changed = changed || value[m][c][turn];
          }
        }
      }
    }
    return value[1][2][0];
  }
};
