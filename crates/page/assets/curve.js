// The curve of a line: above the middle the Mouse wins, below it the Cat, and outwards the end comes
// nearer.

/**
 * @param {Game} game
 * @param {Moment[]} moments
 */
function curve(game, moments) {
  const [width, height, middle] = [400, 90, 45];
  const step = width / Math.max(1, moments.length - 1);
  const worths = moments.map((moment) => game.worth(moment));
  const most = Math.max(1, ...worths.map((worth) => worth?.distance ?? 0));
  const points = worths.map((worth, ply) => {
    const reach = worth?.distance === null || worth === null ? 0.1 : 1 - (0.85 * worth.distance) / most;
    const away = worth === null || worth.outcome === "draw" ? 0 : (middle - 5) * reach;
    return { x: ply * step, y: worth?.outcome === "cat" ? middle + away : middle - away, worth };
  });
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const svg = shape("svg", { viewBox: `-8 0 ${width + 16} ${height}`, class: "curve", role: "img" });
  svg.setAttribute("aria-label", `The distances over ${plies(moments.length - 1)}`);
  svg.append(
    shape("line", { class: "axis", x1: 0, y1: middle, x2: width, y2: middle }),
    shape("polyline", { class: "way", points: line }),
    ...points.map(({ x, y, worth }) =>
      shape("circle", { class: `spot ${worth?.outcome ?? "plain"}`, cx: x, cy: y, r: moments.length > 60 ? 1.6 : 3.5 }),
    ),
    ...points.map(({ x }, ply) =>
      shape("rect", { class: "moment", "data-ply": ply, x: x - step / 2, y: 0, width: Math.max(step, 1), height }),
    ),
  );
  return svg;
}
