// Forms: fields are [name, label, kind], kind one of choices, files, tick, player, or a line of text, whose type may be date.

function form(title, fields, press, done) {
  const element = el("form", { onsubmit: (event) => { event.preventDefault(); runAction(() => done(valuesOf(element, fields))); } },
    ...fields.map(([name, label, kind]) => field(name, label, kind)),
    el("button", { className: "first" }, translate(press)));
  return el("section", {}, ...(title ? [heading(translate(title))] : []), element);
}

function field(name, label, kind) {
  const value = state.formValues?.[name];
  if (kind.tick) { return el("label", { className: "tick" }, el("input", { type: "checkbox", name, checked: !!value }), translate(label)); }
  const input = kind.choices
    ? el("select", { name, required: !!kind.required }, ...kind.choices.map(([option, text]) => el("option", { value: option, selected: option === (value ?? kind.value) }, translate(text))))
    : kind.player ? el("select", { name }, ...state.club.players.map((one) => el("option", { value: one }, one)))
    : kind.files ? el("input", { type: "file", name, multiple: true })
    : el("input", { name, type: kind.type ?? "text", value: value ?? translate(kind.value ?? ""), autocomplete: "off", required: !!kind.required });
  const chosen = kind.files && state.uploads?.length ? el("p", { className: "hint" }, state.uploads.map((path) => path.split("/").pop()).join(", ")) : null;
  return el("label", {}, el("span", {}, translate(label)), input, chosen);
}

function valuesOf(element, fields) {
  const data = new FormData(element);
  return Object.fromEntries(fields.map(([name, , kind]) => [name, kind.files ? data.getAll(name).filter((file) => file.name) : data.get(name) ?? ""]));
}

// Files that were chosen, put where commands find them; gives their paths.
async function uploadFiles(files) {
  if (!files.length) { return state.uploads ?? []; } // a form drawn again holds no files
  const contents = {};
  for (const file of files) { contents[`incoming/${file.name}`] = await bytesOf(file); }
  await engine.put(contents);
  state.uploads = Object.keys(contents);
  return state.uploads;
}
