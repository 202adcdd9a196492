// Asks the solution above about boards. Each line of standard input is a board. Each answer is a
// line that begins with a mark, so that nothing else that the solution prints is an answer.
//913 int catmouse_ask(const string &line) {
//913   vector<vector<int>> graph;
//913   for (size_t at = 1; at < line.size(); at++) {
//913     if (line[at] == '[') {
//913       graph.emplace_back();
//913     } else if (isdigit(line[at])) {
//913       size_t length;
//913       graph.back().push_back(stoi(line.substr(at), &length));
//913       at += length - 1;
//913     }
//913   }
//913   return Solution().catMouseGame(graph);
//913 }
//1728 bool catmouse_ask(const string &line) {
//1728   vector<string> grid;
//1728   for (size_t at = line.find('"'); at != string::npos; at = line.find('"', at)) {
//1728     size_t end = line.find('"', at + 1);
//1728     grid.push_back(line.substr(at + 1, end - at - 1));
//1728     at = end + 1;
//1728   }
//1728   istringstream jumps(line.substr(line.rfind(']') + 1));
//1728   int catJump, mouseJump;
//1728   jumps >> catJump >> mouseJump;
//1728   return Solution().canMouseWin(grid, catJump, mouseJump);
//1728 }

int main() {
  for (string line; getline(cin, line);) {
    int answer = catmouse_ask(line);
    cout << "\ncatmouse-answer: " << answer << endl;
  }
}
