/**
 * What a call is for, as far as it changes what follows from its answer. What only asks may be asked
 * again; what moves money never goes out a second time by itself (traps 17 and 18; design, P1).
 */
export type AnswerAim = 'asks' | 'moves-money'

/**
 * What became of the money, as the client classified the call; `MoneyOutcome` of main is one. It alone
 * decides what an answer is called, since the answer only explains it (design, Classification).
 */
export type MoneyState =
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'answered'; readonly verdict: 'accepted' | 'rejected' }
  | { readonly kind: 'outcome-unknown' }

/** What a person is told of an answer. */
export interface AnswerWords {
  readonly title: string
  readonly reason: string
  readonly next: string
  /** Where the rule stands; null where the workstation itself is the source. */
  readonly source: string | null
}

/** The title of what may have moved money: what is not known is said first (design, P10). */
export function outcomeNotKnown(title: string): string {
  const isWord = /^[A-Z]([a-z]|\s)/.test(title)
  return `Outcome not known: ${isWord ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
}
