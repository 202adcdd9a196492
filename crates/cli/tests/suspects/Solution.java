// A solution of problem 913 that takes endless play for a win of the Cat.
class Solution {
    private int[][] graph;
    private Map<List<Integer>, Integer> value = new HashMap<>();

    public int catMouseGame(int[][] graph) {
        this.graph = graph;
        System.out.println("this line is no answer");
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int m = 0; m < graph.length; m++) {
                for (int c = 1; c < graph.length; c++) {
                    for (int turn = 0; turn < 2; turn++) {
                        List<Integer> position = List.of(m, c, turn);
                        Integer found = value.containsKey(position) ? null : decide(m, c, turn);
                        if (found != null) {
                            value.put(position, found);
                            changed = true;
                        }
                    }
                }
            }
        }
        return value.getOrDefault(List.of(1, 2, 0), 2);
    }

    private Integer decide(int m, int c, int turn) {
        if (m == 0) return 1;
        if (m == c) return 2;
        int own = turn + 1;
        boolean isLost = true;
        for (int to : graph[turn == 0 ? m : c]) {
            if (turn == 1 && to == 0) continue;
            Integer next = value.get(turn == 0 ? List.of(to, c, 1) : List.of(m, to, 0));
            if (next != null && next == own) return own;
            isLost = isLost && next != null;
        }
        return isLost ? (Integer) (3 - own) : null;
    }
}
