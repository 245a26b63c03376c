/**
 * Purpose of a call, as far as it decides the next step. A call that only reads may be repeated; a
 * call that moves money is never repeated automatically (bank notes 17 and 18; Promise P1).
 */
export type AnswerAim = 'reads' | 'moves-money'

/**
 * Outcome for the money, as the client classified the call; `MoneyOutcome` of main is assignable.
 * The outcome alone decides the title of an answer, because the answer only explains it.
 */
export type MoneyState =
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'answered'; readonly verdict: 'accepted' | 'rejected' }
  | { readonly kind: 'outcome-unknown' }

/** Texts about an answer for the operator. */
export interface AnswerText {
  readonly title: string
  readonly reason: string
  readonly next: string
  /** Source of the rule; null if the workstation itself is the source. */
  readonly source: string | null
}
