// What a page says by itself.

/** The time of day, of ms since 1970, by the reader's own clock: 14:32. The times
 * that a page arrives with are written by first.js. */
export const clock = (ms) => new Date(ms).toTimeString().slice(0, 5);

let region;

/** Says a text to those who listen to the page, once and politely. */
export const say = (text) => {
  if (!region) {
    region = document.createElement("p");
    region.className = "vh";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  // A region that is filled in the same breath as it is made is not read out.
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 60);
};
