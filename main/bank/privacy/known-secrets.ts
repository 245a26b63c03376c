/**
 * What is secret about one call, as it is found in a text: by a pattern that costs to make and to run, and
 * by letters without which the pattern finds nothing, so that most texts cost one search for those.
 */

/** What stands where something was removed: that it was sent is kept, what it was is not. */
export const removed = '[not kept]'

/** One way in which a secret may stand in a text. */
export class KnownSecret {
  readonly #sign: string | null
  readonly #source: string
  readonly #flags: string
  #pattern: RegExp | undefined

  /** `sign`: in ASCII and lower case, and in whatever the pattern finds; null when there is no such text. */
  constructor(sign: string | null, source: string, flags: 'g' | 'gi') {
    this.#sign = sign
    this.#source = source
    this.#flags = flags
  }

  /** Whether it may stand in a text, given in lower case; false is beyond doubt. */
  mayStandIn(lower: string): boolean {
    return this.#sign === null || lower.includes(this.#sign)
  }

  /** The text without it. */
  removedFrom(text: string): string {
    this.#pattern ??= new RegExp(this.#source, this.#flags)
    return text.replace(this.#pattern, removed)
  }
}

/** Removes each mark in turn, wherever it stands. */
export function withoutSecrets(text: string, marks: readonly KnownSecret[]): string {
  let rest = text
  let lower = text.toLowerCase()
  for (const mark of marks) {
    if (!mark.mayStandIn(lower)) continue
    rest = mark.removedFrom(rest)
    lower = rest.toLowerCase()
  }
  return rest
}

/** A secret as it stands, and as forms and JSON texts write it. Half a character, which a bank's JSON may hold, has no form. */
export function spellingsOfSecret(secret: string): KnownSecret[] {
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
  return [...new Set(forms)].flatMap(valueMarks)
}

/** One of the owner's numbers in its usual spellings; `name` in lower case. */
export function spellingsOfPersonal({
  name,
  value,
}: {
  name: string
  value: string
}): KnownSecret[] {
  if (name === 'ssn' && /^\d{9}$/.test(value)) {
    const masked = '[\\dxX*#\\u2022]'
    const last = value.slice(5)
    const spelled = `${masked}{3}[- ]?${masked}{2}[- ]?${last}(?!\\d)`
    return [...valueMarks(value), new KnownSecret(last, spelled, 'g')]
  }
  const date = /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  if (name === 'dob' && date) {
    const [, year = '', month = '', day = ''] = date
    const gap = '[-/. ]?'
    return [
      new KnownSecret(year, year + gap + month + gap + day, 'g'),
      new KnownSecret(year, month + gap + day + gap + year, 'g'),
    ]
  }
  return valueMarks(value)
}

/** A short value must stand alone, or it would be found inside dates and amounts; one or two characters never do. */
function valueMarks(value: string): KnownSecret[] {
  if (value.length < 3) return []
  const literal = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const alone = String.raw`(?<![\w/-]|\d\.)${literal}(?![\w/-]|\.\d)`
  return [new KnownSecret(signOf(value), value.length >= 6 ? literal : alone, 'gi')]
}

/** Beyond ASCII, a pattern without case and lower case do not agree over what is one letter. */
const signOf = (value: string): string | null =>
  /^[\0-\x7f]*$/.test(value) ? value.toLowerCase() : null
