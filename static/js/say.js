// Says something to those who listen to the page, once and politely.

let region;

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
