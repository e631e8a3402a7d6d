// The page's list of the scene's models: which one is active, which are shown, and where each stands.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The fields of a place: their numbers in `place` of a model, and how the window steps and rounds them. */
const fields = [
  { name: 'position', first: 0, axes: ['X', 'Y', 'Z'], step: 0.05, decimals: 2 },
  { name: 'angles', first: 3, axes: ['X', 'Y', 'Z'], step: 0.5, decimals: 1 },
  { name: 'size', first: 6, axes: [''], step: 0.01, decimals: 3, min: 0.01 },
  { name: 'opacity', first: 7, axes: [''], step: 0.01, decimals: 2, min: 0, max: 1 },
];

/** What a row shows of a model that never changes. */
const keyOf = ({ number, file }) => `${number} ${file}`;

/** Waits for a change. The element's event `error` says what fails. */
const settled = (promise) => promise.catch(() => {});

export class SceneList {
  #list;
  #viewer;
  #text;
  #rows = new Map(); // by keyOf() of the model

  /** `text()`: the texts of the language. */
  constructor(list, viewer, text) {
    [this.#list, this.#viewer, this.#text] = [list, viewer, text];
  }

  /** Makes the list anew, in the language. */
  translate() {
    this.#rows.clear();
    this.show();
  }

  /** Shows the models of the scene, if there are several. Rows of models that stay keep the focus. */
  show() {
    const { models } = this.#viewer;
    this.#list.hidden = models.length < 2;
    const before = this.#rows;
    this.#rows = new Map(models.map((model) => [keyOf(model), before.get(keyOf(model)) ?? this.#row(model)]));
    const rows = [...this.#rows.values()].map(({ row }) => row);
    if (rows.length !== this.#list.children.length || rows.some((row, i) => row !== this.#list.children[i]))
      this.#list.replaceChildren(...rows);
    for (const model of models) this.#rows.get(keyOf(model)).update(model);
  }

  #row({ number, file, name, english, accessory }) {
    const text = this.#text();
    const viewer = this.#viewer;
    const title = text.nameOf({ name, english }) || file.split('/').pop();
    const active = element('input', { type: 'radio', name: 'active', value: number, disabled: accessory }); // has no poses
    active.addEventListener('change', () => settled(viewer.activateModel(number)));
    const shown = element('input', { type: 'checkbox' });
    shown.addEventListener('change', () => settled(viewer.showModel(number, shown.checked)));
    const remove = element('button', { type: 'button', textContent: '✕' });
    remove.addEventListener('click', () => settled(viewer.removeModel(number)));
    for (const [part, kind] of [[active, 'active'], [shown, 'visible'], [remove, 'remove']])
      part.setAttribute('aria-label', text[kind](title));
    const line = element('div', {}, shown, element('label', {}, active, element('span', { textContent: title })), remove);
    const place = this.#place(number, title);
    const update = (model) => {
      active.checked = number === viewer.model.number;
      shown.checked = model.visible;
      place.update(model);
    };
    return { row: element('li', {}, line, place.details), update };
  }

  /** The fields of a model's place, and what sets them. */
  #place(number, title) {
    const text = this.#text();
    const placeNow = () => this.#viewer.models.find((model) => model.number === number).place;
    let next = null; // the place that was asked for, until it is set: changes wait while something loads
    const setNumber = async (i, value) => {
      const place = (next = (next ?? placeNow()).with(i, value));
      await settled(this.#viewer.placeModel(number, place));
      if (place !== next) return;
      next = null;
      this.show(); // the place as it was, if this one was refused
    };
    const inputs = [];
    const rows = fields.map(({ name, first, axes, step, decimals, min, max }) => {
      const row = element('div', {}, element('span', { textContent: text.place[name], title: text.place.units[name] }));
      axes.forEach((axis, i) => {
        const input = element('input', { type: 'number', step, min: min ?? '', max: max ?? '' });
        input.setAttribute('aria-label', `${title}: ${text.place[name]} ${axis}`.trim());
        input.addEventListener('input', () => {
          if (!Number.isNaN(input.valueAsNumber)) setNumber(first + i, input.valueAsNumber); // NaN: still being typed
        });
        const write = () => (input.value = (next ?? placeNow())[first + i].toFixed(decimals));
        input.addEventListener('change', write);
        inputs.push({ input, write });
        row.append(input);
      });
      return row;
    });
    const summary = element('summary');
    const details = element('details', {}, summary, ...rows);
    const update = ({ bone }) => {
      summary.textContent = bone ? text.place.titleOn(bone) : text.place.title;
      for (const { input, write } of inputs) if (input !== document.activeElement) write();
    };
    return { details, update };
  }
}
