// Puts a button below each command about one board, which opens the board in the playground, on this page. The playground
// has to lie in the folder `playground` beside the pages; where it does not, there are no buttons.

(async () => {
  "use strict";
  const root = new URL(typeof path_to_root === "string" ? path_to_root || "./" : "./", location.href);
  const playground = new URL("playground/", root);
  /** @type {Map<string, string>} */
  let examples;
  try {
    const answer = await fetch(new URL("examples.json", playground));
    if (!answer.ok) return;
    examples = new Map((await answer.json()).examples.map((example) => [example.name, example.text]));
  } catch {
    return; // the pages lie alone
  }
  const asked = /^\$ catmouse (?:explain|solve|play|moves|survey|whatif|draw) ('(?:\[)[^']+'|[a-z][a-z:0-9,.-]*)([^\n]*)/m;
  const settings = /--(mouse-jump|cat-jump|preset|cats) (\S+)/g;
  for (const code of document.querySelectorAll("pre > code.language-console")) {
    const found = asked.exec(code.textContent);
    if (found === null) continue;
    const board = found[1].startsWith("'") ? found[1].slice(1, -1) : (examples.get(found[1]) ?? found[1]);
    const words = new URLSearchParams({ board });
    for (const [, key, value] of found[2].matchAll(settings)) words.set(key, value);
    const button = document.createElement("button");
    button.className = "play";
    button.textContent = "Play this board here";
    button.addEventListener("click", () => {
      const frame = document.createElement("iframe");
      frame.className = "board-in-place";
      frame.title = "The board, to play on";
      frame.src = new URL(`index.html#${words}`, playground).href;
      button.replaceWith(frame);
    });
    code.parentElement.after(button);
  }
})();
