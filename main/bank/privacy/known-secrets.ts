/**
 * A secret of one call as searched in a text: by a pattern that is slow to build and run, and by a
 * sign without which the pattern cannot match, so that most texts cost one search for the sign.
 */

/** The replacement for a removed value: it shows that a value was sent, without the value. */
export const removed = '[not kept]'

/** One spelling of a secret in a text. */
export class KnownSecret {
  readonly #sign: string | null
  readonly #source: string
  readonly #flags: string
  #pattern: RegExp | undefined

  /**
   * `sign`: in ASCII and lower case, and part of every match of the pattern; null when there is no
   * such text.
   */
  constructor(sign: string | null, source: string, flags: 'g' | 'gi') {
    this.#sign = sign
    this.#source = source
    this.#flags = flags
  }

  /** Whether a text, given in lower case, may contain the secret; false is certain. */
  mayStandIn(lower: string): boolean {
    return this.#sign === null || lower.includes(this.#sign)
  }

  /** The text without the secret. */
  removedFrom(text: string): string {
    this.#pattern ??= new RegExp(this.#source, this.#flags)
    return text.replace(this.#pattern, removed)
  }
}

/** Removes every mark at every place. */
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

/**
 * A secret as it is, and encoded as in forms, JSON and base64. An unpaired surrogate, which a
 * bank's JSON may hold, has no form encoding.
 */
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

/**
 * A short value must be a word by itself, or it would match inside dates and amounts; one or two
 * characters are never searched.
 */
function valueMarks(value: string): KnownSecret[] {
  if (value.length < 3) return []
  const literal = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const alone = String.raw`(?<![\w/-]|\d\.)${literal}(?![\w/-]|\.\d)`
  return [new KnownSecret(signOf(value), value.length >= 6 ? literal : alone, 'gi')]
}

/** Beyond ASCII, a case-insensitive pattern and lower case do not agree on what is one letter. */
const signOf = (value: string): string | null =>
  /^[\0-\x7f]*$/.test(value) ? value.toLowerCase() : null
