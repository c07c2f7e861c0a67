// The photo of a board under its drawing: read into a canvas of this page (it is never sent), and straightened by the four
// corners that somebody marks on it.
"use strict";
(() => {
  const LARGEST = 2400;  // pixels of a side: more is not seen, and phones take very large photos
  const canvas = document.getElementById("photo");
  let corners = null;  // in pixels of the photo: top left, top right, bottom right, bottom left
  let straight = false;
  let mirrored = false;

  const load = async (file) => {
    const picture = await createImageBitmap(file);
    const part = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    canvas.width = Math.round(picture.width * part);
    canvas.height = Math.round(picture.height * part);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    canvas.hidden = false;
    straight = false;
    const x = canvas.width * 0.06, y = canvas.height * 0.06;
    corners = [[x, y], [canvas.width - x, y], [canvas.width - x, canvas.height - y], [x, canvas.height - y]];
  };

  // Eight equations for the eight unknowns of a projection that takes four points to four others.
  const projection = (from, to) => {
    const rows = [];
    from.forEach(([x, y], i) => {
      const [u, v] = to[i];
      rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
    });
    for (let column = 0; column < 8; column += 1) {
      let pivot = column;
      for (let row = column + 1; row < 8; row += 1) if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
      if (Math.abs(rows[pivot][column]) < 1e-9) return null;  // three corners on one line
      [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
      for (let row = 0; row < 8; row += 1) {
        if (row === column) continue;
        const factor = rows[row][column] / rows[column][column];
        for (let k = column; k < 9; k += 1) rows[row][k] -= factor * rows[column][k];
      }
    }
    return rows.map((row, i) => row[8] / row[i]);
  };

  // Where the photo lies on a sheet of this size in pixels: flat and whole while corners are marked, straightened afterwards.
  const fit = (width, height) => {
    if (canvas.hidden) return;
    let matrix;
    if (straight) {
      const target = mirrored ? [[width, 0], [0, 0], [0, height], [width, height]] : [[0, 0], [width, 0], [width, height], [0, height]];
      const h = projection(corners, target);
      matrix = h && [h[0], h[3], 0, h[6], h[1], h[4], 0, h[7], 0, 0, 1, 0, h[2], h[5], 0, 1];
    }
    if (!matrix) {
      const part = flat(width, height);
      matrix = [part, 0, 0, 0, 0, part, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    }
    canvas.style.setProperty("transform", `matrix3d(${matrix.join(",")})`);
  };
  const flat = (width, height) => Math.min(width / canvas.width, height / canvas.height);

  window.TrackPhoto = {
    load, fit, flat,
    get there() { return !canvas.hidden; },
    get corners() { return corners; },
    get straight() { return straight; },
    set straight(on) { straight = on; },
    set mirrored(on) { mirrored = on; },
  };
})();
