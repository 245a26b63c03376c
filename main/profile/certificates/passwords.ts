/** The passwords of one inspection: those that opened something before, and the one being tried. */
import type { Password } from './password-encryption.ts'

/** The result of opening an encrypted item. */
export type Opening<T> =
  | { readonly kind: 'opened'; readonly value: T }
  | { readonly kind: 'password-needed' }
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'unsupported-encryption' }
  | { readonly kind: 'too-slow' }

/**
 * One attempt: the opened value, a wrong password, an encryption that no password opens, or a cost
 * over the budget.
 */
export type Attempt<T> = (
  password: Password,
) => Exclude<Opening<T>, { readonly kind: 'password-needed' }>

/** Tries passwords on encrypted items and remembers which of them opened one. */
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

  /**
   * Opens with the first password that fits. `withoutPrompt` passwords come after all that a person
   * typed, because they rarely fit.
   */
  open<T>(attempt: Attempt<T>, withoutPrompt: readonly Password[] = []): Opening<T> {
    const typed = this.#tried === null ? this.#earlier : [...this.#earlier, this.#tried]
    for (const password of new Set([...typed, ...withoutPrompt])) {
      const opening = attempt(password)
      if (opening.kind === 'wrong-password') continue
      if (opening.kind === 'opened' && typeof password === 'string') this.#useful.add(password)
      return opening
    }
    return { kind: this.#tried === null ? 'password-needed' : 'wrong-password' }
  }
}
