/** ACH calls as the document writes them, changed as a test wants. */
import { daysLater, utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { inside, type Answer, type Caller, type Json } from './practice-caller.ts'

export const inquiry = '/accounts/transactions/v1'
export const origination = '/ach/payments/v1'
export const operating = '7200450011'
export const receivables = '0072004500'
export const reserve = '72004500370000017'

/** Returns the bank's date, plus `days`. */
export const day = (caller: Caller, days = 0): string => daysLater(utcDay(caller.clock.now()), days)

export async function post(caller: Caller, path: string, body: object | string): Promise<Answer> {
  return caller.call(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await caller.token()}`,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export const get = async (caller: Caller, path: string): Promise<Answer> =>
  caller.call(path, { headers: { authorization: `Bearer ${await caller.token()}` } })

export const list = (caller: Caller, change: object = {}): Promise<Answer> =>
  post(caller, `${inquiry}/ach/list`, {
    accountNumber: operating,
    fromDate: day(caller, -40),
    toDate: day(caller, -10),
    ...change,
  })

export const detail = (caller: Caller, parNumber: string): Promise<Answer> =>
  get(caller, `${inquiry}/ach/detail/${parNumber}`)

/** The rows under a name, as objects. */
export const rowsOf = (holder: Json, name: string): Json[] => {
  const rows = holder[name]
  return Array.isArray(rows) ? (rows as Json[]) : []
}
export const transactionsOf = (answer: Answer): Json[] => rowsOf(answer.json, 'transactions')
export const pageOf = (answer: Answer): Json => inside(answer.json, 'metadata', 'page')
export const messageCodeOf = (answer: Answer): unknown =>
  rowsOf(inside(answer.json, 'metadata'), 'messages')[0]?.['code']
export const serviceErrorOf = (answer: Answer): Json => inside(answer.json, 'ServiceError')

const earlier = {
  returns: ['returnACHtransactions', 'getACHReturnTransactions', 'ACHReturnTransaction'],
  collected: ['collectedACHtransactions', 'getACHCollectedTransactions', 'ACHCollectedTransaction'],
  posted: ['postedACHtransactions', 'getACHPostedTransactions', 'ACHPostedTransaction'],
  status: ['ACHStatusInquiry', 'getACHStatusInquiry', 'ACHTransactionStatus'],
} as const
export type Earlier = keyof typeof earlier

/** Returns the required fields of each request. */
const required = (caller: Caller, which: Earlier): object => {
  const accountNumber = [operating, receivables]
  if (which === 'status') return { accountNumber }
  const days = { accountNumber, fromDate: day(caller, -190), toDate: day(caller, -5) }
  if (which === 'posted') return days
  return which === 'returns'
    ? { ...days, detailsFlag: 'Y' }
    : { ...days, detailsFlag: 'Y', addendaFlag: 'Y' }
}

export interface EarlierAnswer {
  readonly answer: Answer
  readonly header: Json
  readonly response: Json
  readonly rows: readonly Json[]
}

export async function queryEarlier(
  caller: Caller,
  which: Earlier,
  change: object = {},
): Promise<EarlierAnswer> {
  const [path, name, rows] = earlier[which]
  const answer = await post(caller, `${inquiry}/${path}/list`, {
    [`${name}Request`]: { ...required(caller, which), ...change },
  })
  const response = inside(answer.json, `${name}Response`)
  return {
    answer,
    response,
    header: inside(response, 'responseHeader'),
    rows: rowsOf(response, rows),
  }
}

export const uuid = (count: number): string => count.toString(16).padStart(32, '0')

const shared = (count: number): object => ({
  uuid: uuid(count),
  DFIAccountNumber: '40113',
  accountType: 'C',
  receivingDFIId: '55002002',
  checkDigit: '2',
  creditDebitCode: 'C',
  transactionType: 'L',
  identificationNumber: 'V2041',
  discretionaryData: 'S1',
})

export const ppd = (count: number, change: object = {}): object => ({
  ...shared(count),
  amount: 1250.5,
  individualName: 'Silas Reed',
  individualIdentificationNumber: 'M2041',
  addenda: [{ paymentRelatedInformation: `SALARY ${count}` }],
  ...change,
})
export const ccd = (count: number, change: object = {}): object => ({
  ...shared(count),
  amount: 99.01,
  receivingCompanyName: 'Ridgeway Supply LLC',
  ...change,
})
export const ctx = (count: number, addenda: number, change: object = {}): object => ({
  ...shared(count),
  totalAmount: 5000,
  numberOfAddendaRecords: addenda,
  receivingCompanyNameIDNumber: 'Ridgeway Supply',
  addenda: Array.from({ length: addenda }, (_, at) => ({
    paymentRelatedInformation: `RMR*IV*${at + 1}`,
  })),
  ...change,
})

type Sec = 'ppd' | 'ccd' | 'ctx'

export const batchOf = (
  caller: Caller,
  sec: Sec,
  details: object[],
  change: object = {},
): Json => ({
  batch: {
    uuid: uuid(1),
    secCode: sec.toUpperCase(),
    collectionApplicationId: 'CS01',
    point: '0001',
    collectionApplicationType: 'API',
    effectiveDate: day(caller, 1),
    companyDescriptiveDate: day(caller),
    companyEntryDescription: 'PAYROLL',
    details,
    ...change,
  },
  customData: 'CS20417',
})

export const originate = (
  caller: Caller,
  sec: Sec,
  details: object[],
  change: object = {},
): Promise<Answer> => post(caller, `${origination}/${sec}`, batchOf(caller, sec, details, change))

export const batchIn = (answer: Answer): Json => inside(answer.json, 'batch')
export const detailsIn = (answer: Answer): Json[] => rowsOf(batchIn(answer), 'details')
export const traceIn = (answer: Answer, at = 0): string =>
  String(detailsIn(answer)[at]?.['traceNumber'])

export const addenda = (caller: Caller, of: string, change: object = {}): Promise<Answer> =>
  post(caller, `${origination}/status/addenda`, { uuid: of, ...change })

/** Returns the entry of a trace number by a list search; undefined when there is none. */
export async function listed(
  caller: Caller,
  traceNumber: string,
  dateSearchType = '',
): Promise<Json | undefined> {
  const answer = await list(caller, {
    traceNumber,
    dateSearchType,
    fromDate: day(caller, -1),
    toDate: day(caller, 1),
  })
  return transactionsOf(answer)[0]
}
