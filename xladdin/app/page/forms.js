// Forms: fields are [name, label, kind], kind one of choices, files, tick, player, or a line of text, whose type may be date.

function form(title, fields, press, done) {
  const made = el("form", { onsubmit: (event) => { event.preventDefault(); doing(() => done(valuesOf(made, fields))); } },
    ...fields.map(([name, label, kind]) => field(name, label, kind)),
    el("button", { className: "first" }, say(press)));
  return el("section", {}, ...(title ? [heading(say(title))] : []), made);
}

function field(name, label, kind) {
  const kept = state.asked?.[name];
  if (kind.tick) { return el("label", { className: "tick" }, el("input", { type: "checkbox", name, checked: !!kept }), say(label)); }
  const input = kind.choices
    ? el("select", { name, required: !!kind.required }, ...kind.choices.map(([value, text]) => el("option", { value, selected: value === (kept ?? kind.value) }, say(text))))
    : kind.player ? el("select", { name }, ...state.club.players.map((one) => el("option", { value: one }, one)))
    : kind.files ? el("input", { type: "file", name, multiple: true })
    : el("input", { name, type: kind.type ?? "text", value: kept ?? kind.value ?? "", autocomplete: "off", required: !!kind.required });
  const chosen = kind.files && state.uploads?.length ? el("p", { className: "hint" }, state.uploads.map((path) => path.split("/").pop()).join(", ")) : null;
  return el("label", {}, el("span", {}, say(label)), input, chosen);
}

function valuesOf(made, fields) {
  const data = new FormData(made);
  return Object.fromEntries(fields.map(([name, , kind]) => [name, kind.files ? data.getAll(name).filter((file) => file.name) : data.get(name) ?? ""]));
}

// Files that were chosen, put where commands find them; gives their paths.
async function uploaded(files) {
  if (!files.length) { return state.uploads ?? []; } // a form drawn again holds no files
  const found = {};
  for (const file of files) { found[`incoming/${file.name}`] = await bytesOf(file); }
  await engine.put(found);
  state.uploads = Object.keys(found);
  return state.uploads;
}
