/**
 * The related records of a record; read when it is shown and after every change that main reports.
 */
import { onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type {
  RelatedAnswer,
  RelatingKind,
  Relation,
} from '../../preload/contract/api/search/search.ts'
import { bridge } from './bridge.ts'

export const relationWords: Readonly<Record<Relation, string>> = {
  batch: 'Batch',
  entries: 'Entries',
  payments: 'Payments and batches',
  payee: 'Payee',
  validations: 'Validations of the account',
  ownership: 'Ownership check',
  alerts: 'Alerts',
  'same-reference': 'Alerts with the same reference',
  follows: 'Follows the entry',
  'followed-by': 'Followed by',
  reverses: 'Reverses',
  'reversed-by': 'Reversed by',
  'presents-again': 'Presents again entries of',
  'presented-again-by': 'Entries presented again by',
  'same-file': 'Of the same file',
  returns: 'Returned or to be corrected',
  recovered: 'Recovered by inquiry',
  calls: 'Calls to the bank',
  inquiries: 'Inquiries',
  audit: 'Acts in the audit',
}

/**
 * `of`: the record; undefined for none. Relations that cannot be read are left out, because the
 * rest of the record is shown anyway.
 */
export function useRelated(
  of: () => { readonly kind: RelatingKind; readonly id: string } | undefined,
) {
  const related = shallowRef<RelatedAnswer>([])
  let turn = 0
  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const asked = of()
    const answer = asked && (await bridge().search.related({ ...asked }))
    // A newer request was made meanwhile.
    if (mine !== turn) return
    related.value = answer?.ok === true ? answer.value : []
  }
  watch(
    [() => of()?.kind, () => of()?.id],
    () => {
      related.value = []
      void read()
    },
    { immediate: true },
  )
  const stops: (() => void)[] = []
  onMounted(() => {
    const told = (): void => void read()
    stops.push(bridge().on('orders', 'changed', told), bridge().on('batches', 'changed', told))
  })
  onBeforeUnmount(() => {
    turn += 1
    stops.forEach((stop) => stop())
  })
  return { related }
}
