// Shows the page that contains this script.

{
  const element = /** @type {HTMLElement} */ (document.getElementById("data"));
  const root = /** @type {HTMLElement} */ (document.getElementById("view"));
  new View(root).show(/** @type {Data} */ (JSON.parse(element.textContent ?? "")));
}
