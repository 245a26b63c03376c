import { describe, expect, it } from 'vitest'
import type { AnswerAim } from '../../../preload/contract/bank/answers/answer-aim.ts'
import {
  bankProblems,
  type BankAnswer,
} from '../../../preload/contract/bank/answers/bank-answer.ts'
import { field, shape } from '../../../preload/contract/bank/answers/shape.ts'
import AnswerNotice from '../../../renderer/parts/AnswerNotice.vue'
import ReadingView from '../../../renderer/parts/ReadingView.vue'
import { amountAsWritten } from '../../../preload/contract/kernel/money.ts'
import { accountMask, maskedOthers, partsOf } from '../../../renderer/text/reading-parts.ts'
import { nocAddendum } from '../../../preload/contract/bank/ach-inquiry/addenda.ts'
import {
  exampleAnswers,
  exampleReading,
  exampleShape,
} from '../../../renderer/app/components/reading-example.ts'
import { allByRole, axeViolations, byRole, settle, show, useStage } from '../ui/stage.ts'

const trace = {
  status: 403,
  transactionId: 'T-42',
  namesPayment: true,
  correlationId: 'C-1',
  transactionTime: '2026-11-20 09:14:02',
}
const refused: Extract<BankAnswer<unknown>, { kind: 'refused' }> = {
  kind: 'refused',
  problem: 'forbidden',
  messages: [{ code: 'SVC-1006', text: 'the bank said this' }],
  connectError: 'no route',
  unreadable: null,
  reading: null,
  beside: [{ path: 'ServiceError.hint', value: 'h-7' }],
  trace,
}
const explain = (answer: BankAnswer<unknown>, more: object = {}, aim: AnswerAim = 'reads') =>
  show(AnswerNotice, { props: { answer, aim, ...more } })
const textOf = (wrapper: { text(): string }): string => wrapper.text().replace(/\s+/g, ' ')

describe('the explanation of an answer', () => {
  useStage()

  it('shows title, reason, next step, the text of the bank, its trace and what is unknown', async () => {
    const text = textOf(explain(refused))
    for (const part of [
      'Access forbidden',
      'The bank answered 403',
      'SVC-1006',
      'Required field missing',
      'the bank said this',
      'no route',
      'T-42',
      'C-1',
      '2026-11-20 09:14:02',
      'as the bank wrote it',
      'Not in the document',
      'ServiceError.hint',
      'h-7',
      'Platform Specification, Errors',
    ]) {
      expect(text).toContain(part)
    }
    expect(await axeViolations()).toEqual([])
  })

  it('bank note 8: shows the address that the bank sees, only for a 403', () => {
    const forbiddenHint = 'It last saw 203.0.113.9.'
    expect(textOf(explain(refused, { forbiddenHint }))).toContain(forbiddenHint)
    const other = { ...refused, problem: 'not-found' } as const
    expect(textOf(explain(other, { forbiddenHint }))).not.toContain(forbiddenHint)
  })

  it('bank note 19: shows when calls start again', () => {
    const callsAgainAt = '2026-11-20 09:16:02'
    const paused = { ...refused, problem: 'threshold-reached' } as const
    expect(textOf(explain(paused, { callsAgainAt }))).toContain(`again at ${callsAgainAt}`)
    const held = { kind: 'not-sent', reason: 'rate-paused' } as const
    expect(textOf(explain(held, { callsAgainAt }))).toContain(`again at ${callsAgainAt}`)
  })

  it('bank note 20: explains ECA-W-001 as a warning with 299 and as a failure with 400', () => {
    const messages = [{ code: 'ECA-W-001', text: null }]
    const at = (status: number) => ({ ...trace, status })
    const warned = explain({
      kind: 'answered',
      reading: {},
      warnings: messages,
      beside: [],
      trace: at(299),
    })
    const failed = explain({ ...refused, problem: 'request-invalid', messages, trace: at(400) })
    expect(textOf(warned)).toMatch(/ECA-W-001[^.]*warnings/i)
    expect(textOf(failed)).toMatch(/ECA-W-001[^.]*validation failed/i)
  })

  it('bank note 52: shows an undocumented code as received, in its given family', () => {
    const messages = [{ code: 'Q<b>7', text: null }]
    expect(textOf(explain({ ...refused, messages }))).toContain('Q<b>7')
    const listed = explain({ ...refused, messages }, { family: 'list-message' })
    expect(textOf(listed)).toContain('not in the document')
  })

  it('shows once a text that ConnectError and a message share', () => {
    const messages = [{ code: null, text: 'no route' }]
    expect(textOf(explain({ ...refused, messages })).match(/no route/g)).toHaveLength(1)
  })

  it('shows which ids the answer did not contain', () => {
    const bare = { ...trace, transactionId: null, correlationId: null, transactionTime: null }
    expect(textOf(explain({ ...refused, trace: bare })).match(/not in the answer/g)).toHaveLength(3)
  })

  it('copies the transaction and correlation ids by name', () => {
    explain(refused)
    expect(allByRole('button', 'Copy the transaction id')).toHaveLength(1)
    expect(allByRole('button', 'Copy the correlation id')).toHaveLength(1)
  })

  it('shows nothing for a plain success', () => {
    const plain = explain({ kind: 'answered', reading: {}, warnings: [], beside: [], trace })
    expect(plain.text()).toBe('')
  })

  it.each(bankProblems)('explains %s for both kinds of call', (problem) => {
    expect(explain({ ...refused, problem }).text()).not.toBe('')
    expect(explain({ ...refused, problem }, {}, 'moves-money').text()).toMatch(/do not resend it/i)
  })

  it('bank note 71: uses the outcome of a payment as its title', () => {
    const plain = { kind: 'answered', reading: {}, warnings: [], beside: [], trace } as const
    const unknown = explain(plain, { outcome: { kind: 'outcome-unknown' } }, 'moves-money')
    expect(unknown.text()).toContain('Outcome unknown')
    const accepted = { kind: 'answered', verdict: 'accepted' } as const
    expect(explain(plain, { outcome: accepted }, 'moves-money').text()).toBe('')
  })

  it('has no axe violation in any of its examples', async () => {
    for (const { id: _id, ...example } of exampleAnswers) show(AnswerNotice, { props: example })
    expect(await axeViolations()).toEqual([])
  })
})

describe('an answer shown by its shape', () => {
  useStage()
  const view = (more: object = {}) =>
    show(ReadingView, { props: { shape: exampleShape, reading: exampleReading, ...more } })

  it('shows every value of the answer, codes explained, without an axe violation', async () => {
    const text = textOf(view())
    for (const part of [
      '12,500.00',
      '7.5',
      '2026-11-19',
      '26112100004711',
      'RETURNED',
      'R99',
      'not in the document',
      'Alder Falls OR',
      '055001001',
      'Ridgeway Agricultural Supply and Equipment Cooperative',
      'INV 20772, less 2 % discount',
      'riskBand',
      '[1].checksum',
      '7f',
    ]) {
      expect(text).toContain(part)
    }
    expect(await axeViolations()).toEqual([])
  })

  it('masks accounts everywhere until they are revealed', async () => {
    const wrapper = view()
    expect(wrapper.text()).not.toContain('1000200031')
    expect(wrapper.text()).toContain('\u2022\u2022\u2022\u20220031')
    await wrapper.setProps({ revealed: true })
    expect(textOf(wrapper)).toContain('INV 20771 for account 0001000200031')
  })

  it('masks an account of an undocumented shape by its field name', () => {
    const of = shape('here', { text: field.text('Text') })
    const other = [{ path: 'x.payeeAccountNumber', value: '987654321' }]
    const wrapper = show(ReadingView, { props: { shape: of, reading: { text: null, other } } })
    expect(wrapper.text()).toContain('\u2022\u2022\u2022\u20224321')
    expect(wrapper.text()).not.toContain('987654321')
  })

  it('keeps absent fields collapsed behind one button, listed by name', async () => {
    const wrapper = view()
    const button = byRole('button', '2 fields not in the answer')
    const list = document.getElementById(button.getAttribute('aria-controls') ?? '')
    expect(list?.style.display).toBe('none')
    button.click()
    await settle()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(list?.style.display).toBe('')
    expect(list?.textContent).toContain('Custom data \u00b7 Check serial number')
    wrapper.unmount()
  })

  it('aligns amounts and counts to the right', () => {
    const wrapper = view()
    expect(wrapper.find('dd.text-right').text()).toBe('12,500.00')
    expect(wrapper.find('td.text-right').text()).toBe('1')
  })

  it('shows rows with nested parts one below the other', () => {
    const inner = shape('here', { no: field.text('Number') })
    const item = shape('here', { name: field.text('Name'), more: field.list('More', inner) })
    const of = shape('here', { items: field.list('Items', item) })
    const more = [{ no: 'n-1', other: [] }]
    const items = [
      { name: 'one', more, other: [] },
      { name: 'two', more: [], other: [] },
    ]
    const wrapper = show(ReadingView, { props: { shape: of, reading: { items, other: [] } } })
    expect(textOf(wrapper)).toContain('1 of 2')
    expect(textOf(wrapper)).toContain('n-1')
  })

  it('draws fifty rows of a long list, and all of them on request', async () => {
    const row = shape('here', { name: field.text('Name') })
    const of = shape('here', { rows: field.list('Rows', row) })
    const rows = Array.from({ length: 120 }, (_, at) => ({ name: `row ${String(at)}`, other: [] }))
    const wrapper = show(ReadingView, { props: { shape: of, reading: { rows, other: [] } } })
    expect(wrapper.findAll('tbody tr')).toHaveLength(50)
    byRole('button', 'Show all 120').click()
    await settle()
    expect(wrapper.findAll('tbody tr')).toHaveLength(120)
  })

  it('puts every field of a shape into exactly one place', () => {
    const { fields, parts, absent } = partsOf(exampleShape, exampleReading)
    const count = Object.keys(exampleShape.fields).length
    expect(fields.length + parts.length + absent.length).toBe(count)
  })

  it.each([
    ['1234567.10', '1,234,567.10'],
    ['-1000', '-1,000'],
    ['0.125', '0.125'],
    ['1e3', '1e3'],
    ['1,000.00', '1,000.00'],
    ['USD 1000', 'USD 1000'],
    ['12345678901234567890.01', '12,345,678,901,234,567,890.01'],
  ])('groups %s as %s, and leaves other text unchanged', (text, shown) => {
    expect(amountAsWritten(text)).toBe(shown)
  })
})

describe('the default masking of an answer', () => {
  useStage()

  it('covers the corrected data of a change, which may be the new account', () => {
    const reading = { changeCode: 'C01', changeDescription: null, other: [] }
    const shown = (correctedData: string, revealed = false): string =>
      show(ReadingView, {
        props: { shape: nocAddendum, reading: { ...reading, correctedData }, revealed },
      }).text()
    expect(shown('998877665544')).toContain('\u2022\u2022\u2022\u20225544')
    expect(shown('998877665544')).not.toContain('998877')
    expect(shown('Jane Roe')).not.toMatch(/Jane|Roe/)
    expect(shown('998877665544', true)).toContain('998877665544')
  })

  it('covers undocumented fields under the names that main masks', () => {
    const others = [
      { path: 'correctedData', value: '998877665544' },
      { path: 'crArngNum', value: '998877665544' },
      { path: 'debitAccounts[0]', value: '99 88 77 66' },
      { path: 'account.id', value: '99887766' },
      { path: 'party[0].crIpNm', value: 'Ninety Nine 998877' },
      { path: 'note', value: 'account 998877 and 9988776655' },
    ]
    for (const { value } of maskedOthers(others, accountMask([]))) {
      expect(value).not.toMatch(/99 ?88|Ninety/)
    }
    const id = { path: 'traceNumber', value: '091000010000001' }
    expect(maskedOthers([id], accountMask([]))).toEqual([id])
  })
})
