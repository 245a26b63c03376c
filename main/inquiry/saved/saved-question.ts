/** The saved text of a query, and its description in lists, which shows no full number. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { assertNever } from '../../../preload/contract/kernel/assert-never.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { isJson } from '../../../preload/contract/kernel/json.ts'
import type { PaymentTemplate } from '../../../preload/contract/domain/orders/payment-template.ts'
import { leftOut } from '../../../preload/contract/kernel/not-kept.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'
import type { SavedKind, SavedLine } from '../../../preload/contract/api/saved.ts'
import { savedQuestion } from '../../../preload/contract/api/saved-questions.ts'
import { redactorFor } from '../../bank/privacy/redact.ts'
import { titleOf } from '../reports/report-question.ts'
import { maskOfAccounts } from '../../bank/privacy/mask-in-text.ts'

/**
 * Returns the text to save: report bodies and the free texts of templates lose the owner's numbers
 * as in a call record (bank note 39); accounts stay. Throws RangeError for text that is no query of
 * its kind: the handler has checked.
 */
export function storedText(kind: SavedKind, request: string): string {
  switch (kind) {
    case 'ach-search':
      return JSON.stringify(questionIn(kind, request))
    case 'report': {
      const report = questionIn(kind, request)
      return JSON.stringify({ ...report, body: withoutPersonal(report.body) })
    }
    case 'payment-template':
      return JSON.stringify(storedTemplate(questionIn(kind, request)))
    default:
      return assertNever(kind)
  }
}

function questionIn<K extends SavedKind>(kind: K, request: string) {
  const question = savedQuestion(kind, request)
  if (!question) throw new RangeError('request')
  return question
}

const withoutPersonal = (text: string): string => redactorFor({ secrets: [] }).text(text)

/** The template fields in which people write sentences. Account and bank numbers stay unchanged. */
const freeTexts = ['bankToBankInstructions', 'customData', 'externalTemplateName'] as const
function storedTemplate(template: PaymentTemplate): PaymentTemplate {
  const texts = freeTexts.map((name) => [name, withoutPersonal(template[name])] as const)
  return { ...template, ...Object.fromEntries(texts) }
}

const dateIn = (text: string): string => (isCalendarDate(text) ? text : '')
const numberIn = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
const start = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)}\u2026` : text
const mostShown = 255

/** Returns the description for lists; null if this version does not understand the query. */
export function aboutOf(kind: SavedKind, request: string): SavedLine['about'] {
  switch (kind) {
    case 'ach-search':
      return aboutSearch(request)
    case 'report':
      return aboutReport(request)
    case 'payment-template':
      return aboutTemplate(request)
    default:
      return assertNever(kind)
  }
}

function aboutSearch(request: string): SavedLine['about'] {
  const search = savedQuestion('ach-search', request)
  if (!search) return null
  const { kind: of, account, accounts, dateSearchType, range, fromDate, toDate } = search
  const dates = { fromDate: dateIn(fromDate), toDate: dateIn(toDate) }
  return { of: 'ach-search', search: of, account, accounts, dateSearchType, range, ...dates }
}

function aboutReport(request: string): SavedLine['about'] {
  const question = savedQuestion('report', request)
  if (!question) return null
  const { report, body, first, second } = question
  const saved = { report, body, first: numberIn(first), second: numberIn(second) }
  const isShown = body === leftOut || isJson(body)
  return { of: 'report', report, title: isShown ? titleOf(saved) : 'A body that is not JSON yet' }
}

function aboutTemplate(request: string): SavedLine['about'] {
  const template = savedQuestion('payment-template', request)
  if (!template) return null
  const { service, creditParty, amount, currency } = template
  const { name, accountNumber } = creditParty
  return {
    of: 'payment-template',
    service,
    beneficiary: start(maskOfAccounts([accountNumber])(name)),
    account: accountNumber.trim() === '' ? '' : maskedAccount(accountNumber.trim()),
    amount: start(maskedDigits(amount)),
    currency: start(maskedDigits(currency)),
  }
}
