/** The passwords of one inspection: those that opened something before, and the one being tried. */
import type { Password } from './password-encryption.ts'

/** What became of an encrypted thing. */
export type Opening<T> =
  | { readonly kind: 'opened'; readonly value: T }
  | { readonly kind: 'password-needed' }
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'unsupported-encryption' }
  | { readonly kind: 'too-slow' }

/** One try: what it opened, that the password is wrong, that none would do, or that it costs too much. */
export type Attempt<T> = (
  password: Password,
) => Exclude<Opening<T>, { readonly kind: 'password-needed' }>

/** Tries passwords on encrypted things and remembers which of them opened one. */
export class Passwords {
  readonly #earlier: readonly string[]
  readonly #tried: string | null
  readonly #useful = new Set<string>()

  constructor(tried: string | null, earlier: readonly string[] = []) {
    this.#earlier = earlier
    this.#tried = tried
  }

  /** The passwords that opened something in this inspection. */
  get useful(): readonly string[] {
    return [...this.#useful]
  }

  /** Opens with the first password that fits. `unasked` are tried after all that a person typed: most often in vain. */
  open<T>(attempt: Attempt<T>, unasked: readonly Password[] = []): Opening<T> {
    const typed = this.#tried === null ? this.#earlier : [...this.#earlier, this.#tried]
    for (const password of new Set([...typed, ...unasked])) {
      const opening = attempt(password)
      if (opening.kind === 'wrong-password') continue
      if (opening.kind === 'opened' && typeof password === 'string') this.#useful.add(password)
      return opening
    }
    return { kind: this.#tried === null ? 'password-needed' : 'wrong-password' }
  }
}
