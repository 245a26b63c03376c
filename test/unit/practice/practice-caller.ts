/** A caller of the practice bank over real mutual TLS, with a test clock. */
import { Agent, request } from 'undici'
import { expect } from 'vitest'
import type { ApiVersion } from '../../../preload/contract/bank/account-validation.ts'
import { issue, type Enrolment } from '../../../main/practice/enrolment.ts'
import {
  openPracticeBank,
  type PracticeBankOptions,
} from '../../../main/practice/open-practice-bank.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: Json
}
export type Json = Readonly<Record<string, unknown>>

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** A header of null is left out. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string
}

export interface Inquiry {
  readonly routingNumber?: unknown
  readonly accountNumber?: unknown
  readonly AcctOwner?: object
  readonly [name: string]: unknown
}

/** Matchers, typed `unknown` because their type does not describe the matched value. */
export const someText: unknown = expect.any(String)
export const textLike = (shape: RegExp): unknown => expect.stringMatching(shape)

const object = (value: unknown): Json => (typeof value === 'object' ? (value as Json) : {})
export const inside = (value: unknown, ...path: string[]): Json =>
  path.reduce<Json>((at, name) => object(at[name]), object(value))

/** The Result of a validation answer. */
export const resultOf = (answer: Answer): Json =>
  inside(answer.json, 'accountValidationResponse', 'AOAResponse', 'Result')

/** Returns the errorCode of a validation; its place depends on the status (bank note 23). */
export const errorCodeOf = (answer: Answer): unknown =>
  answer.status === 400
    ? inside(answer.json, 'ServiceError', 'AOAResponse', 'Result')['errorCode']
    : resultOf(answer)['errorCode']

const parse = (text: string): Json => {
  try {
    return object(JSON.parse(text))
  } catch {
    return {}
  }
}

const withoutNulls = (all: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )

/** Noon of the day on which a test file started, so some hours of work stay within one day. */
const noon = `${new Date().toISOString().slice(0, 10)}T12:00:00Z`

/** Returns the day `days` after the start of the test clocks. */
export const dayIn = (days: number): string =>
  new Date(Date.parse(noon) + days * 86_400_000).toISOString().slice(0, 10)

export class TestClock {
  readonly #startedAt = Date.parse(noon)
  #ms = 0
  now = (): Date => new Date(this.#startedAt + this.#ms)
  monotonicMs = (): number => this.#ms
  advance(ms: number): void {
    this.#ms += ms
  }
}

export const mutualTls = (enrolment: Enrolment, connections = 1): Agent =>
  new Agent({
    connections,
    connect: {
      ca: enrolment.ca,
      cert: enrolment.certificateChain,
      key: enrolment.privateKey,
    },
  })

export class Caller implements AsyncDisposable {
  readonly clock: TestClock
  readonly control: PracticeControl
  readonly controlUrl: string
  readonly enrolment: Enrolment
  readonly agent: Agent
  readonly #close: () => Promise<void>
  #token: string | undefined

  private constructor(
    fields: Pick<Caller, 'clock' | 'control' | 'controlUrl' | 'enrolment' | 'agent'>,
    close: () => Promise<void>,
  ) {
    this.clock = fields.clock
    this.control = fields.control
    this.controlUrl = fields.controlUrl
    this.enrolment = fields.enrolment
    this.agent = fields.agent
    this.#close = close
  }

  static async open(connections = 1, options: PracticeBankOptions = {}): Promise<Caller> {
    const clock = new TestClock()
    // TLS uses this computer's time.
    const identity = { pki: await makePracticePki(new Date()), issued: issue() }
    const bank = await openPracticeBank({ ...options, clock, identity })
    const { controlUrl } = bank
    const control = connectPracticeBank(controlUrl)
    const enrolment = await control.enrolment()
    const agent = mutualTls(enrolment, connections)
    return new Caller({ clock, control, controlUrl, enrolment, agent }, () => bank.close())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agent.destroy()
    await this.control.close()
    await this.#close()
  }

  /** Calls after the second has passed, so that only rate tests reach the rate limit. */
  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    this.clock.advance(1000)
    return this.callNow(path, options)
  }

  async callNow(
    path: string,
    { method = 'GET', headers = {}, body }: CallOptions = {},
  ): Promise<Answer> {
    const {
      statusCode,
      headers: answered,
      body: answer,
    } = await request(this.enrolment.baseUrl + path, {
      dispatcher: this.agent,
      method,
      headers: withoutNulls({ accept: 'application/json', ...headers }),
      body: body ?? null,
    })
    const text = await answer.text()
    return { status: statusCode, headers: answered, text, json: parse(text) }
  }

  basic(user = this.enrolment.consumerKey, password = this.enrolment.consumerSecret): string {
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  form(change: Readonly<Record<string, string | null>> = {}): string {
    const { clientId, clientSecret } = this.enrolment
    const all = { Id: clientId, Key: clientSecret, grant_type: 'client_credentials', ...change }
    return new URLSearchParams(withoutNulls(all)).toString()
  }

  fetchToken(options: CallOptions = {}, path = '/oauth/v1/token?scope=rs-read'): Promise<Answer> {
    return this.call(path, {
      method: 'POST',
      body: options.body ?? this.form(),
      headers: {
        authorization: this.basic(),
        'content-type': 'application/x-www-form-urlencoded',
        ...options.headers,
      },
    })
  }

  /** The bearer token, fetched when first needed. */
  async token(): Promise<string> {
    this.#token ??= String((await this.fetchToken()).json['access_token'])
    return this.#token
  }

  async freshToken(): Promise<string> {
    this.#token = undefined
    return this.token()
  }

  async health(headers: CallOptions['headers'] = {}): Promise<Answer> {
    const authorization = `Bearer ${await this.token()}`
    return this.call('/accounts/validations/v1/healthCheck', {
      headers: { authorization, ...headers },
    })
  }

  /**
   * Returns an inquiry in the version's spelling, about an account that matches, unless changed.
   */
  inquiry(change: Inquiry = {}, version: ApiVersion = 'v1'): Json {
    return {
      serviceType: 'Owner',
      [version === 'v1' ? 'secondaryId' : 'secondaryID']: this.enrolment.secondaryId,
      additionalId: this.enrolment.additionalId,
      routingNumber: '550020022',
      accountNumber: '40113',
      AcctOwner: { firstName: 'Silas', lastName: 'Reed' },
      ...change,
    }
  }

  async send(
    body: string,
    version: ApiVersion = 'v1',
    headers: CallOptions['headers'] = {},
  ): Promise<Answer> {
    const authorization = `Bearer ${await this.token()}`
    return this.call(`/accounts/validations/${version}/verifyAccount`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body,
    })
  }

  verify(change: Inquiry = {}, version: ApiVersion = 'v1'): Promise<Answer> {
    const Inquiry = this.inquiry(change, version)
    return this.send(
      JSON.stringify({ accountValidationRequest: { AOARequest: { Inquiry } } }),
      version,
    )
  }

  /** The rules broken so far, in order. */
  async broken(): Promise<string[]> {
    return (await this.control.breaches()).map(({ rule }) => rule)
  }
}
