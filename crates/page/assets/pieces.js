// The drawn pieces and goals, each within ten units of its middle.

/** @param {string} d @param {string} [kind] */
function path(d, kind = "") {
  return shape("path", kind === "" ? { d } : { d, class: kind });
}

/** @type {Record<"mouse" | "cat" | "hole" | "cheese", () => SVGElement[]>} */
const DRAWN = {
  mouse: () => [
    path(
      "M-6.5-1.5a4.3 4.3 0 1 1 3.6-4.7 11 11 0 0 1 5.8 0 4.3 4.3 0 1 1 3.6 4.7C8.5 4.5 4.5 9.5 0 9.5S-8.5 4.5-6.5-1.5Z",
    ),
    path("M-4.1.2h2.2v2.6h-2.2zM1.9.2h2.2v2.6H1.9zM-1.5 5.6h3L0 7.8Z", "eyes"),
    path("M-3 6.2-8 5M-3 7-7.5 8M3 6.2 8 5M3 7 7.5 8", "whiskers"),
  ],
  cat: () => [
    path("M-8.3-9.5-3.4-5.8a12 12 0 0 1 6.8 0L8.3-9.5 9.3.5C9.3 6 5.2 9.3 0 9.3S-9.3 6-9.3.5Z"),
    path("M-5.6-.8-2-.1q-.8 2.3-2.2 1.9T-5.6-.8ZM5.6-.8 2-.1q.8 2.3 2.2 1.9T5.6-.8ZM-1.7 3.7h3.4L0 5.7Z", "eyes"),
    path("M-3.5 4.6-9 3.4M-3.5 5.8-8.5 7M3.5 4.6 9 3.4M3.5 5.8 8.5 7", "whiskers"),
  ],
  hole: () => [
    path("M-9.8 0a9.8 7.4 0 1 0 19.6 0 9.8 7.4 0 1 0-19.6 0", "rim"),
    path("M-7.6.9a7.6 5.2 0 1 0 15.2 0 7.6 5.2 0 1 0-15.2 0", "deep"),
  ],
  cheese: () => [
    path("M-9.5.5 4.5-7.5A8 8 0 0 1 9.5.5Z", "rind"),
    path("M-9.5.5h19v7h-19Z", "paste"),
    path(
      "M-5.5 4a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0M2.5 3.6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M1-2.6a1.5 1.1 0 1 0 3 0 1.5 1.1 0 1 0-3 0",
      "bubbles",
    ),
  ],
};

/**
 * A small drawing of a piece or a goal, for a text.
 * @param {keyof typeof DRAWN} kind
 */
function token(kind) {
  return shape(
    "svg",
    { viewBox: "-11 -11 22 22", class: "token", "aria-hidden": "true" },
    shape("g", { class: `drawn ${kind}-piece` }, ...DRAWN[kind]()),
  );
}
