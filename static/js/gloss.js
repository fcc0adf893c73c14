// Explanations of terms open by hover and focus, which the style sheet does.
// Here Escape closes one without moving the pointer or the focus (WCAG 2.2,
// 1.4.13).
const all = document.querySelectorAll(".gloss");

for (const gloss of all) {
  const reopen = () => gloss.classList.remove("closed");
  gloss.addEventListener("pointerleave", reopen);
  gloss.addEventListener("focusout", reopen);
}

document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  for (const gloss of all) if (gloss.matches(":hover, :focus-within")) gloss.classList.add("closed");
});
