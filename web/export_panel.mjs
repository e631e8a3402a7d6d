// The page's dialog for exports: format, author and terms of a VRM, its bones and expressions, what gets lost, progress.

import { choiceRows, keepChoices, keptChoices } from './vrm_choices.mjs';

const $ = (id) => document.getElementById(id);

const formats = {
  vrm: { method: 'toVRM', extension: 'vrm', version: '1.0' },
  vrm0: { method: 'toVRM', extension: 'vrm', version: '0.x' },
  glb: { method: 'toGLB', extension: 'glb' },
  vrma: { method: 'toVRMA', extension: 'vrma' },
};
/** The terms and their values, strictest first. */
const terms = {
  avatarPermission: ['onlyAuthor', 'onlySeparatelyLicensedPerson', 'everyone'],
  commercialUsage: ['personalNonProfit', 'personalProfit', 'corporation'],
  modification: ['prohibited', 'allowModification', 'allowModificationRedistribution'],
  allowRedistribution: [false, true],
  allowExcessivelyViolentUsage: [false, true],
  allowExcessivelySexualUsage: [false, true],
  allowPoliticalOrReligiousUsage: [false, true],
  allowAntisocialOrHateUsage: [false, true],
};

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** Angle between springs and bodies over all joints, root mean square. */
const degreesOf = (springs, name) => {
  const joints = springs.reduce((sum, chain) => sum + chain.joints, 0);
  return Math.sqrt(springs.reduce((sum, chain) => sum + chain.joints * chain[name] ** 2, 0) / joints);
};

export class ExportPanel {
  #viewer;
  #text;
  #save;
  #work = null; // aborts the export
  #check = null; // aborts the check
  #choices = { bones: {}, expressions: {} }; // of the shown model's bones and morphs, by usual names and expressions
  #checked = null;
  #hash = ''; // of the shown model
  #number = 0;

  /** `text()`: the texts of the language; `save(bytes, type, extension)` downloads a file. */
  constructor(viewer, text, save) {
    [this.#viewer, this.#text, this.#save] = [viewer, text, save];
    $('export-format').append(...Object.keys(formats).map((value) => element('option', { value })));
    for (const [name, values] of Object.entries(terms)) {
      const select = element('select', { name });
      select.append(...values.map((value) => element('option', { value: String(value) })));
      $('export-terms').append(element('label', {}, element('span'), select));
    }
    $('export-open').addEventListener('click', () => this.#open());
    $('export-format').addEventListener('change', () => this.#showFormat());
    $('export-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#export();
    });
    $('export-cancel').addEventListener('click', () => (this.#work ? this.#work.abort() : $('export').close()));
    $('export').addEventListener('cancel', (event) => {
      if (!this.#work) return;
      event.preventDefault();
      this.#work.abort();
    });
    $('export').addEventListener('close', () => this.#check?.abort());
    $('export-copy').addEventListener('click', () => navigator.clipboard.writeText($('export-said').innerText));
    $('export-arkit').addEventListener('change', () => {
      this.#checked = null;
      this.#checkModel();
    });
    for (const event of ['load', 'modelschange']) viewer.addEventListener(event, ({ detail }) => this.#take(detail));
  }

  /** Writes the texts in the language. */
  translate() {
    const text = this.#text().exports;
    for (const option of $('export-format').options) option.textContent = text.formats[option.value];
    for (const label of $('export-terms').children) {
      const { name } = label.lastChild;
      label.firstChild.textContent = text.terms[name];
      for (const [i, option] of [...label.lastChild.options].entries())
        option.textContent = (text.values[name] ?? text.yesNo)[i];
    }
    this.#showCheck();
  }

  get #format() {
    return $('export-format').value;
  }

  get #isVrm() {
    return this.#format.startsWith('vrm') && this.#format !== 'vrma';
  }

  /** The model that is exported from now on. */
  #take({ hash, number }) {
    $('export-open').disabled = false;
    if (hash === this.#hash && number === this.#number) return;
    [this.#hash, this.#number, this.#checked, this.#choices] = [hash, number, null, keptChoices(hash)];
  }

  #open() {
    const { model } = this.#viewer;
    $('export-comment').textContent = model.comment;
    $('export-comment').parentElement.hidden = !model.comment;
    const moves = model.motions > 0;
    $('export-format').querySelector('[value=vrma]').disabled = !moves;
    if (!moves && this.#format === 'vrma') $('export-format').value = 'vrm';
    this.#showFormat();
    $('export').showModal();
  }

  #showFormat() {
    for (const part of $('export').querySelectorAll('[data-for]'))
      part.hidden = !part.dataset.for.split(' ').includes(this.#format);
    $('export-author').required = this.#isVrm;
    this.#say([]);
    if (this.#format !== 'glb') return this.#checkModel();
    this.#check?.abort();
    this.#showChecking(false);
    this.#showCheck();
  }

  #showChecking(checks) {
    $('export-start').disabled = checks;
    $('export-said').setAttribute('aria-busy', String(checks));
  }

  /** Asks which bones and morphs serve a VRM and what it will lack. */
  async #checkModel() {
    if (this.#checked) return this.#showCheck();
    this.#check?.abort();
    const { signal } = (this.#check = new AbortController());
    this.#showChecking(true);
    try {
      this.#checked = await this.#viewer.checkVRM({ ...this.#vrmOptions(), signal });
      this.#showCheck();
    } catch (error) {
      if (!signal.aborted) this.#say([error.message]);
    }
    if (!signal.aborted) this.#showChecking(false);
  }

  /** Required bones that are missing, all others, and what gets lost. */
  #showCheck() {
    const isShown = this.#checked && this.#format !== 'glb';
    $('export-all-bones').hidden = $('export-expressions').hidden = !isShown;
    if (!isShown) return $('export-bones').replaceChildren();
    this.#showExpressions();
    const text = this.#text().exports;
    const { bones, findings } = this.#checked;
    const isAsked = ({ name, usual, bone, required }) => usual && ((required && !bone) || usual in this.#choices.bones) && name;
    const names = this.#viewer.model.bones.map(({ name }) => name);
    const asked = bones.filter(isAsked).map(({ name, usual, bone }) => {
      const select = element('select', { name: usual });
      select.append(element('option', { value: '', textContent: text.missing }));
      select.append(...names.map((value) => element('option', { value, textContent: value, selected: value === bone })));
      select.addEventListener('change', () => this.#choose('bones', usual, select.value || undefined));
      return element('label', {}, element('span', { textContent: `${name} (${usual})` }), select);
    });
    $('export-bones').replaceChildren(...asked);
    if (asked.length > 0) $('export-bones').prepend(element('p', { textContent: text.bonesMissing }));
    const chosen = this.#choices.bones;
    const others = bones.filter((bone) => !isAsked(bone));
    const titleOf = ({ name, usual, bone }) => {
      if (name in chosen && bone !== chosen[name]) return `${name}: ${bone ?? text.missing}`; // the choice is impossible
      return usual ? `${name} (${usual})` : name;
    };
    const rows = others.map((bone) => ({ name: bone.name, title: titleOf(bone), found: bone.bone ?? text.missing }));
    const found = others.filter(({ bone }) => bone).length;
    this.#showList('bones', 'export-all-bones', text.otherBones(found, rows.length), rows, names.map((name) => [name, name]));
    if (this.#isVrm) this.#say(findings.filter(({ severity }) => severity !== 'note').map(({ what }) => what), text.lost);
  }

  #showExpressions() {
    const text = this.#text().exports;
    const { expressions, morphs } = this.#checked;
    const rows = expressions.map(({ name, morph }) => ({ name, title: name, found: morph ?? text.noMorph }));
    const found = expressions.filter(({ morph }) => morph !== null).length;
    this.#showList('expressions', 'export-expressions', text.expressions(found, rows.length), rows, [['', text.noMorph], ...morphs.map((name) => [name, name])]);
  }

  /** A list of bones or expressions, in which the one that was chosen keeps the focus. */
  #showList(kind, id, title, rows, values) {
    const [summary, list] = $(id).children;
    const focused = list.contains(document.activeElement) && document.activeElement.name;
    summary.textContent = title;
    list.replaceChildren(...choiceRows(rows, values, this.#choices[kind], this.#text().exports.automatic, (name, value) => this.#choose(kind, name, value)));
    if (focused) list.querySelector(`[name=${focused}]`)?.focus();
  }

  /** Keeps a choice of bones or expressions; undefined: what is found by name. */
  #choose(kind, name, value) {
    if (value === undefined) delete this.#choices[kind][name];
    else this.#choices[kind][name] = value;
    keepChoices(this.#hash, this.#choices);
    this.#checked = null;
    this.#checkModel();
  }

  #vrmOptions() {
    return { ...this.#choices, arkit: $('export-arkit').checked, english: $('export-english').checked };
  }

  #meta() {
    const meta = { name: this.#viewer.model.name, authors: [$('export-author').value.trim()] };
    const contact = $('export-contact').value.trim();
    const address = $('export-license').value.trim();
    if (contact) meta.contactInformation = contact;
    if (address) meta.otherLicenseUrl = address;
    for (const { name, selectedIndex } of $('export-terms').querySelectorAll('select')) meta[name] = terms[name][selectedIndex];
    return meta;
  }

  #options() {
    const { version } = formats[this.#format];
    const options = { english: $('export-english').checked };
    if (this.#format !== 'glb') Object.assign(options, this.#vrmOptions());
    if (this.#format === 'glb') Object.assign(options, { physics: $('export-physics').checked, lit: $('export-lit').checked });
    if (!this.#isVrm) return options;
    return { ...options, version, meta: this.#meta(), thumbnail: this.#viewer.toPNG({ width: 512, height: 512 }) };
  }

  async #export() {
    const text = this.#text().exports;
    if (this.#work || (this.#isVrm && !$('export-author').value.trim())) return $('export-author').focus();
    const { method, extension } = formats[this.#format];
    const { signal } = (this.#work = new AbortController());
    let report;
    this.#showWorking(true);
    try {
      const bytes = await this.#viewer[method]({
        ...this.#options(),
        signal,
        onprogress: ({ what, share }) => this.#showProgress(text.steps[what] ?? what, share),
        onreport: (said) => (report = said),
      });
      this.#save(bytes, extension === 'vrma' ? 'application/octet-stream' : 'model/gltf-binary', extension);
      this.#showReport(report, bytes.length, extension);
    } catch (error) {
      this.#say(signal.aborted ? [] : [[error.message, error.hint].filter(Boolean).join(' – ')], signal.aborted ? text.cancelled : text.failed);
    } finally {
      this.#work = null;
      this.#showWorking(false);
    }
  }

  #showWorking(works) {
    $('export-start').disabled = $('export-fields').disabled = works;
    $('export-progress').hidden = !works;
    const text = this.#text();
    $('export-cancel').textContent = works ? text.exports.cancel : text.exports.close;
    if (works) this.#showProgress(text.exports.steps.start, null);
    $(works ? 'export-progress' : 'export-said').scrollIntoView({ block: 'center' }); // the form is longer than the screen
  }

  #showProgress(what, share) {
    const bar = $('export-progress').querySelector('progress');
    if (share === null) bar.removeAttribute('value');
    else bar.value = share;
    $('export-progress').firstElementChild.textContent = what;
  }

  #showReport({ diagnostics, springs }, size, extension) {
    const text = this.#text().exports;
    const lines = diagnostics.filter(({ severity }) => severity !== 'note').map(({ what }) => what);
    if (springs.length > 0)
      lines.push(text.springs(degreesOf(springs, 'degrees').toFixed(1), degreesOf(springs, 'degreesWithout').toFixed(1)));
    this.#say(lines, text.done(extension, (size / 2 ** 20).toFixed(1)));
  }

  /** A list under a heading, which is read aloud. */
  #say(lines, heading = '') {
    $('export-said').replaceChildren(
      element('p', { textContent: heading }),
      element('ul', {}, ...lines.map((textContent) => element('li', { textContent }))),
    );
    $('export-said').hidden = !heading && lines.length === 0;
    $('export-copy').hidden = lines.length === 0 || !navigator.clipboard; // pages by plain HTTP have none
  }
}
