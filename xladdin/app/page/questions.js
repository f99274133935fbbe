// What a file leaves open, asked by an import or a new club: each answer is an option of the command, and is pressed.
const ANSWERS = {
  dates: (choice) => ["--dates", choice],
  sheet: (choice) => ["--source-sheet", choice],
  columns: (choice, wanted) => ["--column", `${wanted}=${choice}`],
  group: (choice) => ["--group", choice],
  day: (choice) => ["--date", choice],
};

// Asks again, with one more answer.
async function answered(...answer) {
  state.answers.push(...answer);
  await state.again();
}

function questionBox({ text, about, wanted, choices }) {
  const day = el("input", { type: "date" });
  const isOrder = about === "dates"; // dmy is day first, and shows what it makes of a date
  const answers = about === "day"
    ? [el("label", {}, el("span", {}, say("Date")), day), button(say("Take this date"), async () => { if (day.value) { await answered(...ANSWERS.day(day.value)); } })]
    : Object.entries(choices).map(([choice, cells]) => button(isOrder ? [...cells].reverse().join(": ") : choice, () => answered(...ANSWERS[about](choice, wanted)), {
      className: "choice", ...(cells.length ? { title: cells.join(" · ") } : {}),
    }));
  const shown = Object.entries(isOrder ? {} : choices).filter(([, cells]) => cells.length).map(([choice, cells]) => `${choice}: ${cells.slice(0, 3).join(" · ")}`);
  return el("div", { className: "box look" }, el("p", { className: "words" }, text),
    about === "columns" ? el("p", { className: "words" }, say("Which column is {wanted}?", { wanted })) : null, ...answers,
    shown.length ? el("p", { className: "words hint" }, shown.join("\n")) : null);
}

function unansweredBoxes({ names, starts }) {
  const boxes = [...names.map(nameBox), ...starts.map(startsBox)];
  return boxes.length ? el("div", {}, ...folded(boxes, 12)) : null;
}

function nameBox({ name, near }) {
  const others = state.club?.players.filter((one) => !near.includes(one)) ?? [];
  const whose = (player) => answered("--name", `${name}=${player}`);
  const other = el("select", { ariaLabel: say("Another player for {name}", { name }) },
    el("option", { value: "" }, say("Another player")), ...others.map((one) => el("option", { value: one }, one)));
  return el("div", { className: "box look" }, el("p", { className: "words" }, say("Who is “{name}”?", { name })),
    ...near.map((player) => button(player, () => whose(player), { className: "choice" })),
    button(say("A new player"), () => answered("--new-player", name), { className: "choice" }),
    button(say("No player: leave out these rows"), () => answered("--leave-out", name), { className: "choice" }),
    ...(others.length ? [other, button(say("Take this player"), async () => { if (other.value) { await whose(other.value); } }, { className: "choice" })] : []));
}

function startsBox(text) {
  const number = el("input", { type: "number", min: 0, value: 0, ariaLabel: say("Games before") });
  return el("div", { className: "box look" }, el("p", { className: "words" }, `${text}.`),
    el("label", {}, el("span", {}, say("How many games has each of them played? 0: they are beginners.")), number),
    button(say("Take this number"), () => answered("--start-games", number.value)));
}
