// The lease on an answer: taken when the page opens, renewed while it runs.
// The page can be wrong about it, and need not be right: the server compares
// the token of each save with the newest that it granted.
import { say } from "./say.js";

const post = async (url, fields) => {
  const res = await fetch(url, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(fields),
  });
  if (!res.ok && res.status !== 409) throw new Error(`lease: status ${res.status}`);
  return { ok: res.ok, ...await res.json() };
};

export const holdAnswer = (bar, form) => {
  if (!bar || !form) return;
  const fence = form.querySelector("[data-fence]");
  const shut = form.querySelector("[data-shut]");
  const at = (name) => bar.querySelector(`[data-${name}]`);
  const ttl = Number(bar.dataset.ttl);
  let until = performance.now() + Number(bar.dataset.left);
  let timer;

  const draw = () => {
    const left = Math.max(0, until - performance.now());
    if (bar.dataset.state === "mine") {
      if (left <= 0) return lost("Your lease has run out", "Nobody else has taken the answer as far as this page knows. Saving finds out.");
      at("lead").textContent = `You hold this answer for ${Math.ceil(left / 1000)}\u00a0s`;
    }
    const width = `${98 * Math.min(1, left / ttl)}%`;
    at("fill").setAttribute("width", width);
    at("now").setAttribute("x1", width);
    at("now").setAttribute("x2", width);
  };

  const mine = (lease) => {
    bar.dataset.state = "mine";
    until = performance.now() + lease.left;
    at("token").textContent = `(token ${lease.token})`;
    at("note").textContent = "It renews while you work.";
    for (const f of bar.querySelectorAll("[data-takes]")) f.hidden = true;
    for (const f of bar.querySelectorAll("[data-frees]")) f.elements.token.value = fence.value;
    draw();
  };

  const lost = (lead, note) => {
    bar.dataset.state = "lost";
    at("lead").textContent = lead;
    at("note").textContent = note;
    say(`${lead}. ${note}`);
  };

  // The page takes a free answer by itself; the button is for when it cannot.
  const offer = () => { for (const f of bar.querySelectorAll("[data-takes]")) f.classList.remove("unscripted"); };

  const take = async () => {
    const lease = await post(bar.dataset.take, {});
    if (!lease.ok) {
      offer();
      bar.dataset.state = "other";
      until = performance.now() + lease.left;
      at("lead").textContent = `${lease.holder} has this answer open`;
      at("token").textContent = `(token ${lease.token})`;
      return;
    }
    fence.value = lease.token;
    shut.disabled = false;
    mine(lease);
  };

  const renew = async () => {
    if (bar.dataset.state !== "mine" && bar.dataset.state !== "lost") return;
    const lease = await post(bar.dataset.renew, { token: fence.value });
    if (lease.ok) return mine(lease);
    clearInterval(timer);
    const whose = lease.mine ? "You opened this answer in another place" : `${lease.holder} was granted this answer`;
    lost(whose, "A save from here will be refused, with both versions shown. Nothing that you wrote is lost.");
    at("token").textContent = `(yours ${fence.value}, newest ${lease.token})`;
  };

  const beat = () => renew().catch(() => {}); // the next one tries again
  if (bar.dataset.state === "free") take().catch(offer);
  timer = setInterval(beat, Math.max(500, ttl / 3));
  setInterval(draw, 500);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) beat(); });
};
