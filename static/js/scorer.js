// While a candidate is tried or scores are taken over, the page is read anew
// every few seconds. Without it a link does the same.
const every = 2000;
const underWay = () => document.querySelector("main [data-progress]");

const renew = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.querySelector("main");
  const fresh = page.querySelector("main");
  // What the reader may be about to press stays where it is until it is over.
  const here = [...main.querySelectorAll("[data-progress]")];
  const there = [...fresh.querySelectorAll("[data-progress]")];
  if (here.length === there.length) {
    here.forEach((part, i) => part.replaceWith(document.adoptNode(there[i])));
    return;
  }
  main.replaceWith(document.adoptNode(fresh));
};

const watch = () => {
  if (!underWay()) return;
  setTimeout(() => renew().catch(() => {}).finally(watch), every);
};
watch();
