/**
 * The rules of names, the parts of a free text that may be an account, and parts that only look
 * like one.
 */
import { describe, expect, it } from 'vitest'
import {
  achDetail,
  achListAnswer,
} from '../../../../../preload/contract/bank/ach-inquiry/detail.ts'
import { statusAnswer } from '../../../../../preload/contract/bank/ach-inquiry/status.ts'
import {
  addendaStatusAnswer,
  originationAnswer,
} from '../../../../../preload/contract/bank/ach-origination/answers.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../../../../preload/contract/bank/alerts/alert-shapes.ts'
import {
  spellingsOf,
  type Shape,
  type ShapeField,
} from '../../../../../preload/contract/bank/answers/shape.ts'
import { paymentAnswer } from '../../../../../preload/contract/bank/payments/payment-answer.ts'
import {
  isAccount,
  maskedAddressLine,
  maskedByName,
  maskedDigits,
  maskedUnnamed,
} from '../../../../../preload/contract/domain/personal-names.ts'

const shapes: readonly Shape[] = [
  alertHeader,
  achAlert,
  paymentAlert,
  paymentAnswer,
  achDetail,
  achListAnswer,
  statusAnswer,
  originationAnswer,
  addendaStatusAnswer,
]

describe('a day in a text of the bank', () => {
  it('stays after the word account', () => {
    const allText = 'R03 No account / unable to locate account 2026-11-23'
    expect(maskedDigits(allText)).toBe(allText)
  })

  it.each(['account 20261123', 'Account 2026-11-23-77', 'account 2026-13-23'])(
    'leaves what is called an account masked: %s',
    (text) => {
      expect(maskedDigits(text)).toContain('\u2022\u2022\u2022\u2022')
    },
  )
})

describe('a line of an address', () => {
  it.each(['Alder Falls OR 973010142', 'Alder Falls, OR 97301-0142', '12 Mill Rd'])(
    'keeps its ZIP code: %s',
    (line) => {
      expect(maskedAddressLine(line)).toBe(line)
    },
  )

  it('is masked for everything else', () => {
    expect(maskedAddressLine('Acct 5550100042 OR 973010142')).toBe(
      'Acct \u2022\u2022\u2022\u20220042 OR 973010142',
    )
    expect(maskedAddressLine('973010142')).toBe('\u2022\u2022\u2022\u20220142')
  })
})

const number = '901234567890'
const shown = (name: string, value: string): string =>
  maskedByName([name], value) ?? maskedUnnamed(name, value)

describe('a name that no rule lists', () => {
  it.each([
    'x-customer-ref',
    'x-payer-id',
    'x-account-holder-id',
    'x-settlement-code',
    'destinationReference',
    'holderId',
    'customer_id',
    'memoId',
    'beneficiaryRef',
    'payee-number',
    'id',
    'Id',
    'x-new',
    '',
  ])('is masked like free text, also as a header or a column: %s', (name) => {
    expect(shown(name, number)).toBe('\u2022\u2022\u2022\u20227890')
  })
})

describe('a name on the list', () => {
  it.each([
    'X-CorrelationId',
    'x-correlationid',
    'Content-Length',
    'transactionAmount',
    'requestReference',
    'source_transaction_process_timestamp',
    'routingNumber',
    'benefitBankAbaNum',
    'zipCode',
  ])('shows its whole number, in any spelling: %s', (name) => {
    expect(shown(name, number)).toBe(number)
  })

  it('is masked like free text where its value has several words', () => {
    expect(shown('requestReference', `for ${number}`)).not.toContain(number)
  })

  it('names a documented field with days, amounts, references or banks, unless it is masked', () => {
    const kinds = ['amount', 'date', 'timestamp', 'routing']
    const documented = [...documentedFields()].filter(([, { kind }]) => kinds.includes(kind))
    expect(documented.length).toBeGreaterThan(30)
    for (const [name] of documented) expect([name, shown(name, number)]).toEqual([name, number])
  })

  it('is no name of an account, of a person or of a person\u2019s number', () => {
    for (const [name, { kind }] of documentedFields()) {
      if (kind === 'account') expect(shown(name, number)).not.toContain(number)
    }
    for (const name of ['accountId', 'debitAccount', 'acctNbr', 'ssn', 'taxId', 'ownerTaxIds'])
      expect(shown(name, number)).not.toContain(number)
    expect(isAccount(['account', 'id'])).toBe(true)
  })
})

/** Every documented field of an answer or an alert, by each of the bank's names for it. */
function documentedFields(): Map<string, ShapeField> {
  const found = new Map<string, ShapeField>()
  const walk = ({ fields }: Shape): void => {
    for (const [name, one] of Object.entries(fields)) {
      for (const spelling of spellingsOf(name, one)) found.set(spelling, one)
      if (one.kind === 'group' || one.kind === 'list') walk(one.shape)
    }
  }
  for (const shape of shapes) walk(shape)
  return found
}
