// Asks the solution above about boards. Each line of standard input is a board. Each answer is a
// line that begins with a mark, so that nothing else that the solution prints is an answer.
class CatmouseHarness {
    public static void main(String[] arguments) throws Exception {
        BufferedReader boards = new BufferedReader(new InputStreamReader(System.in));
        Throwable[] failed = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            try {
                for (String line = boards.readLine(); line != null; line = boards.readLine()) {
                    System.out.println("\ncatmouse-answer: " + ask(line));
                    System.out.flush();
                }
            } catch (Throwable error) {
                failed[0] = error;
            }
        }, "solution", 512L << 20);
        thread.start();
        thread.join();
        if (failed[0] != null) {
            failed[0].printStackTrace();
            System.exit(1);
        }
    }

//913     static Object ask(String line) {
//913         String[] lists = line.substring(1, line.length() - 1).split("\\],?");
//913         int[][] graph = new int[lists.length][];
//913         for (int at = 0; at < lists.length; at++) {
//913             String list = lists[at].replace("[", "");
//913             graph[at] = list.isEmpty() ? new int[0] : Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
//913         }
//913         return new Solution().catMouseGame(graph);
//913     }
//1728     static Object ask(String line) {
//1728         int end = line.lastIndexOf(']');
//1728         String[] grid = line.substring(1, end).replace("\"", "").split(",");
//1728         String[] jumps = line.substring(end + 1).trim().split(" ");
//1728         return new Solution().canMouseWin(grid, Integer.parseInt(jumps[0]), Integer.parseInt(jumps[1]));
//1728     }
}
