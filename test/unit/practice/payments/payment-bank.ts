/** A caller of the payment and report calls, over a real connection. */
import {
  Caller,
  dayIn,
  inside,
  type Answer,
  type CallOptions,
  type Json,
} from '../practice-caller.ts'

export const debitAccount = '7200450011'

/**
 * Returns a wire as in the document, with a test's changes; a value of undefined leaves the field
 * out.
 */
export const wire = (change: Readonly<Record<string, unknown>> = {}): Json => ({
  requestedService: 'WIRE',
  requestReference: 'REF0001',
  type: 'DRAFT',
  requestedValueDate: dayIn(0),
  sendersReference: 'REF0001',
  debitParty: { name: 'Alder Falls Operating', accountNumber: debitAccount },
  creditPartyBank: { name: 'Northfield Trust', aba: '550030038' },
  creditParty: {
    name: 'Ridgeway Supply',
    accountNumber: '880017',
    postalAddress: { adrLine: ['4 Quarry Lane', 'Alder Falls OR'] },
  },
  transferAmount: 12_500,
  transferCurrency: 'USD',
  ...change,
})
export const rtp = (change: Readonly<Record<string, unknown>> = {}): Json =>
  wire({ requestedService: 'RTP', type: 'PAYMENT', ...change })

export const errorOf = (answer: Answer): Json => inside(answer.json, 'ServiceError', 'error')
export const rowsOf = (answer: Answer): readonly Json[] =>
  (answer.json['transactions'] ?? answer.json['participants']) as Json[]

export class PaymentBank implements AsyncDisposable {
  readonly caller: Caller

  private constructor(caller: Caller) {
    this.caller = caller
  }

  static async open(): Promise<PaymentBank> {
    const caller = await Caller.open()
    await caller.token()
    return new PaymentBank(caller)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.caller[Symbol.asyncDispose]()
  }

  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    const authorization = `Bearer ${await this.caller.token()}`
    const { partnerClientId } = this.caller.enrolment
    return this.caller.call(path, {
      ...options,
      headers: { authorization, partnerclientid: partnerClientId, ...options.headers },
    })
  }

  post(path: string, body: object | string, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  initiate(body: object | string = wire()): Promise<Answer> {
    return this.post('/rtp/v1/payment/initiate', body)
  }

  validate(body: object | string = wire()): Promise<Answer> {
    return this.post('/rtp/v1/payment/validate', body)
  }

  byReference(reference = 'REF0001', account = debitAccount): Promise<Answer> {
    return this.call(`/rtp/v1/payment/status/debitAccount/${account}/reference/${reference}`)
  }

  byId(transactionId: unknown): Promise<Answer> {
    return this.call(`/rtp/v1/payment/status/transactionId/${String(transactionId)}`)
  }

  participants(query: string): Promise<Answer> {
    return this.call(`/rtp/v1/payment/rtp/participant${query}`)
  }

  /** A report of account movements, which carries no PartnerClientId. */
  report(path: string, body: object | string = {}): Promise<Answer> {
    return this.post(`/ddaReports/accounts/v1/transactions/${path}`, body, {
      partnerclientid: null,
    })
  }
}
