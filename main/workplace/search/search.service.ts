/** Search everywhere: one query to every list at once, and the relations of each thing. */
import {
  fewestLetters,
  foundKinds,
  mostOfKind,
  type Found,
  type FoundKind,
  type RelatedAnswer,
  type RelatingKind,
  type SearchAnswer,
} from '../../../preload/contract/api/search/search.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { Store } from '../../store/store.ts'
import { entriesOf, numberedEntries, ordersOf } from './sources/orders.ts'
import { alertSeqs, alertsWith, numberedAlerts } from './sources/alerts.ts'
import { payeesOf, payeesWithAccount } from './sources/payees.ts'
import { validationsOf } from './sources/validations.ts'
import { relatedTo } from './related.ts'
import {
  accountIn,
  alertQuestion,
  beginningOfReference,
  moneyQuestion,
  payeeQuestion,
  validationQuestion,
} from './search-question.ts'

/** Search in one open store. Search texts are never stored, because they may be accounts. */
export interface SearchService {
  /** Returns the results; none for a text shorter than two letters. */
  find(text: string): Promise<SearchAnswer>
  /** Returns the related things; none if the thing does not exist. */
  related(of: { readonly kind: RelatingKind; readonly id: string }): Promise<RelatedAnswer>
}

export function createSearchService(context: Pick<SessionContext, 'store'>): SearchService {
  const { store } = context
  return {
    async find(text) {
      if (Array.from(text.trim()).length < fewestLetters) return { found: [], more: [] }
      const each = await Promise.all(
        foundKinds.map(async (kind) => [kind, distinct(await findIn[kind](store, text))] as const),
      )
      return {
        found: each.flatMap(([, found]) => found.slice(0, mostOfKind)),
        more: each.filter(([, found]) => found.length > mostOfKind).map(([kind]) => kind),
      }
    },
    related: (of) => relatedTo(store, of),
  }
}

/** One more than shown, to know whether there are more. */
const atMost = mostOfKind + 1
/** A payment has some five alerts, which are one result. */
const mostAlerts = atMost * 8

const distinct = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [one.id, one])).values(),
]

const ordersBy = (kind: 'payment' | 'batch') => (store: Store, text: string) => {
  const match = moneyQuestion(text)
  return match === null ? [] : ordersOf(store.read, kind, match, atMost)
}

const findIn: Readonly<
  Record<FoundKind, (store: Store, text: string) => Promise<Found[]> | Found[]>
> = {
  payment: ordersBy('payment'),
  batch: ordersBy('batch'),
  async entry({ read }, text) {
    const match = moneyQuestion(text)
    const beginning = beginningOfReference(text)
    const [byReference, byText] = await Promise.all([
      beginning === null ? [] : numberedEntries(read, beginning, atMost),
      match === null ? [] : entriesOf(read, match, atMost),
    ])
    return [...byReference, ...byText]
  },
  async alert(store, text) {
    const match = alertQuestion(text)
    const beginning = beginningOfReference(text)
    const [byReference, byText] = await Promise.all([
      beginning === null ? [] : numberedAlerts(store.read, beginning, mostAlerts),
      match === null ? [] : alertSeqs(store.read, match, mostAlerts),
    ])
    const seqs = [...new Set([...byReference, ...byText])].slice(0, mostAlerts)
    return (await alertsWith(store, seqs)).slice(0, atMost)
  },
  validation({ read }, text) {
    const match = validationQuestion(text)
    return match === null ? [] : validationsOf(read, match, atMost)
  },
  async payee({ read }, text) {
    const match = payeeQuestion(text)
    const account = accountIn(text)
    const [byAccount, byText] = await Promise.all([
      account === undefined ? [] : payeesWithAccount(read, account, atMost),
      match === null ? [] : payeesOf(read, match, atMost),
    ])
    return [...byAccount, ...byText]
  },
}
