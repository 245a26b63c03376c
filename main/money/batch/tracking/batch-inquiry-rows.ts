/**
 * Which rows of a list may be entries of a batch that is looked for. A row is left out by its accounts only where the
 * bank shows them in full: our own account as we know it beside one that no receiver's account begins or ends with. A
 * bank may show an account as its last digits, and then tells nothing by it (P10).
 */
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { achListItem } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { SoughtBatch } from './batch-inquiry-queries.ts'

type Item = Reading<typeof achListItem>
/** The accounts of a row or of a detail. */
type Accounts = Pick<Item, 'receivingAccount' | 'originatingAccount'>

/** Fewer digits are part of too many accounts. */
const shortestTelling = 5

/** What an account comes to where only its digits are shown. */
const digitsOf = (account: string): string => significantAccount(account.replaceAll(/\D/g, ''))

/** The numbers that are shown. */
export const numbersOf = ({ receivingAccount, originatingAccount }: Accounts): readonly string[] =>
  [receivingAccount, originatingAccount].flatMap((one) => one?.accountNumber ?? [])

/** An amount of an answer in cents; null where it says none that can be read. */
export function centsOf(amount: string | null): number | null {
  const read = amount === null ? null : amountFromAnswer(amount)
  return read !== null && 'minor' in read ? read.minor : null
}

/** A uuid that stands by itself, as 32 hexadecimal digits or with hyphens; the second of a reversal follows the first. */
const wholeUuid =
  /(?<![0-9a-z])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?:[0-9a-f]{32})?(?![0-9a-z])/

/**
 * Whose batch customData names, whatever its writing: case, hyphens, quotes, words around the uuid. `another` only where a
 * whole uuid stands there that is not ours, or before ours, as in a reversal of it (trap 85); `none`: no uuid is whole.
 */
export function batchNamedBy(customData: string | null, uuid: string): 'ours' | 'another' | 'none' {
  const text = customData?.toLowerCase() ?? ''
  const [before, ours] = text.replaceAll(/[^0-9a-z]/g, '').split(uuid, 2)
  if (ours === undefined) return wholeUuid.test(text) ? 'another' : 'none'
  return /[0-9a-f]{32}/.test(before ?? '') ? 'another' : 'ours'
}

/** Every beginning and every end of a number that is long enough to tell something, itself among them. */
function endsOf(number: string): string[] {
  const lengths = Array.from(
    { length: Math.max(0, number.length - shortestTelling + 1) },
    (_, at) => shortestTelling + at,
  )
  return lengths.flatMap((length) => [number.slice(0, length), number.slice(-length)])
}

/** Tells the rows of a list that are of other batches from those that may be of this one. */
export class RowsOfOthers {
  readonly #own: string
  readonly #receivers: ReadonlySet<string>
  readonly #endsOfReceivers: ReadonlySet<string>
  /** Null: an entry's amount cannot be read, so that no row is told by its own. */
  readonly #amounts: ReadonlySet<number> | null

  constructor({ account, entries }: Pick<SoughtBatch, 'account' | 'entries'>) {
    this.#own = digitsOf(account)
    this.#receivers = new Set(entries.map((entry) => digitsOf(entry.account_significant)))
    this.#endsOfReceivers = new Set([...this.#receivers].flatMap(endsOf))
    const amounts = entries.flatMap(({ amount }) => amount ?? [])
    this.#amounts = amounts.length === entries.length ? new Set(amounts) : null
  }

  /** Whether its amount is none of the batch's. */
  byAmount({ transactionAmount }: Pick<Item, 'transactionAmount'>): boolean {
    const cents = centsOf(transactionAmount)
    return cents !== null && this.#amounts !== null && !this.#amounts.has(cents)
  }

  /** Whether both its accounts are shown in full, and neither is a receiver's. */
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

  /** Long enough, and neither the beginning nor the end of a receiver's account, nor one of them its own. */
  #isElse(number: string): boolean {
    return (
      number.length >= shortestTelling &&
      !this.#endsOfReceivers.has(number) &&
      !endsOf(number).some((part) => this.#receivers.has(part))
    )
  }
}
