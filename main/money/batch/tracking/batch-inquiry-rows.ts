/**
 * Finds the list rows that may be entries of the batch of this inquiry. A row is excluded by its
 * accounts only if the bank shows them in full: our own account beside one that no receiver's
 * account begins or ends with. Masked accounts, shown as their last digits, exclude nothing
 * (Promise P10).
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { achListItem } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { SoughtBatch } from './batch-inquiry-queries.ts'

type Item = Reading<typeof achListItem>
type Accounts = Pick<Item, 'receivingAccount' | 'originatingAccount'>

/** Fewer digits occur in too many accounts. */
const shortestRevealing = 5

/** Returns an account reduced to its digits. */
const digitsOf = (account: string): string => significantAccount(account.replaceAll(/\D/g, ''))

/** Returns the account numbers that are shown. */
export const numbersOf = ({ receivingAccount, originatingAccount }: Accounts): readonly string[] =>
  [receivingAccount, originatingAccount].flatMap((one) => one?.accountNumber ?? [])

/** Returns an amount of an answer in cents; null if it cannot be read. */
export function centsOf(amount: string | null): number | null {
  const read = amount === null ? null : amountFromAnswer(amount)
  return read !== null && 'minor' in read ? read.minor : null
}

/**
 * A separate uuid, as 32 hexadecimal digits or with hyphens; in a reversal the second follows the
 * first.
 */
const wholeUuid =
  /(?<![0-9a-z])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?:[0-9a-f]{32})?(?![0-9a-z])/

/**
 * Returns whose batch customData names, in any format: case, hyphens, quotes, words around the
 * uuid. `another` only if a whole other uuid is there, or comes before ours, as in a reversal of it
 * (bank note 85); `none` if no uuid is whole.
 */
export function batchNamedBy(customData: string | null, uuid: string): 'ours' | 'another' | 'none' {
  const text = customData?.toLowerCase() ?? ''
  const [before, ours] = text.replaceAll(/[^0-9a-z]/g, '').split(uuid, 2)
  if (ours === undefined) return wholeUuid.test(text) ? 'another' : 'none'
  return /[0-9a-f]{32}/.test(before ?? '') ? 'another' : 'ours'
}

/**
 * Returns every prefix and suffix of a number that is long enough to identify it, the number itself
 * included.
 */
function endsOf(number: string): string[] {
  const lengths = Array.from(
    { length: Math.max(0, number.length - shortestRevealing + 1) },
    (_, at) => shortestRevealing + at,
  )
  return lengths.flatMap((length) => [number.slice(0, length), number.slice(-length)])
}

/** Separates the list rows of other batches from those that may be of this one. */
export class RowsOfOthers {
  readonly #own: string
  readonly #receivers: ReadonlySet<string>
  readonly #endsOfReceivers: ReadonlySet<string>
  /** Null: an entry's amount cannot be read, so no row is excluded by amount. */
  readonly #amounts: ReadonlySet<number> | null

  constructor({ account, entries }: Pick<SoughtBatch, 'account' | 'entries'>) {
    this.#own = digitsOf(account)
    this.#receivers = new Set(entries.map((entry) => digitsOf(entry.account_significant)))
    this.#endsOfReceivers = new Set([...this.#receivers].flatMap(endsOf))
    const amounts = entries.flatMap(({ amount }) => amount ?? [])
    this.#amounts = amounts.length === entries.length ? new Set(amounts) : null
  }

  /** Returns whether no entry of the batch has its amount. */
  byAmount({ transactionAmount }: Pick<Item, 'transactionAmount'>): boolean {
    const cents = centsOf(transactionAmount)
    return cents !== null && this.#amounts !== null && !this.#amounts.has(cents)
  }

  /** Returns whether its accounts are shown in full and none of them is a receiver's. */
  byAccounts(accounts: Accounts): boolean {
    const shown = numbersOf(accounts)
    if (shown.length < 2 || !shown.every((number) => /^\d+$/.test(number))) return false
    const numbers = shown.map(significantAccount)
    return (
      numbers.includes(this.#own) &&
      numbers.every((number) => number === this.#own || this.#isElse(number)) &&
      !numbers.some((number) => this.#receivers.has(number))
    )
  }

  /** Long enough, and neither a prefix nor a suffix of a receiver's account, nor the reverse. */
  #isElse(number: string): boolean {
    return (
      number.length >= shortestRevealing &&
      !this.#endsOfReceivers.has(number) &&
      !endsOf(number).some((part) => this.#receivers.has(part))
    )
  }
}
