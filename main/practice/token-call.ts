import type { Clock } from '../platform/clock.ts'
import type { Enrolment } from './enrolment.ts'
import { Refusal, success, type Reply } from './replies.ts'
import type { Call, Route } from './routes.ts'
import { sameSecret } from './secrets.ts'
import type { TokenIssuer } from './token-issuer.ts'

const formFields = ['Id', 'Key', 'grant_type'] as const
/** The bank's own name for the product of wires and RTP payments. */
export const paymentsProduct = 'Wire and RTP Payments'
const products = ['Account Validation', 'ACH Inquiry', 'ACH Origination', paymentsProduct]

function basicPair(header: string | undefined): { user: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

function basicIsRight(call: Call, enrolment: Enrolment): boolean {
  const pair = basicPair(call.headers.authorization)
  if (!pair) {
    call.note('token-credentials-wrong', 'No Basic header with the consumer pair')
    return false
  }
  const user = sameSecret(pair.user, enrolment.consumerKey)
  const password = sameSecret(pair.password, enrolment.consumerSecret)
  if (user && password) return true
  const crossed = sameSecret(pair.user, enrolment.clientId)
  call.note(
    'token-credentials-wrong',
    crossed
      ? 'The Basic header carries the client pair'
      : 'The Basic header is not the consumer pair',
  )
  return false
}

/** Checks the form: exactly Id, Key and grant_type, and the scope in the query (bank note 1). */
function formIsWhole(call: Call, form: URLSearchParams): boolean {
  const scope = call.url.searchParams.get('scope')
  if (scope !== 'rs-read') {
    call.note('token-scope-missing', scope === null ? 'No scope' : 'Another scope')
  }
  const unknown = [...form.keys()].filter((name) => !formFields.some((field) => field === name))
  const missing = formFields.filter((name) => !form.get(name))
  const repeated = formFields.filter((name) => form.getAll(name).length > 1)
  const strayed = [...call.url.searchParams.keys()].filter((name) => name !== 'scope')
  for (const [what, names] of Object.entries({ unknown, missing, repeated })) {
    if (names.length > 0) call.note('token-form-wrong', `${what}: ${names.join(', ')}`)
  }
  if (strayed.length > 0) call.note('token-form-wrong', `in the query: ${strayed.join(', ')}`)
  const grant = form.get('grant_type')
  if (grant && grant !== 'client_credentials') call.note('token-form-wrong', 'another grant_type')
  return scope === 'rs-read' && missing.length === 0 && grant === 'client_credentials'
}

function formIsRight(call: Call, form: URLSearchParams, enrolment: Enrolment): boolean {
  const id = sameSecret(form.get('Id') ?? '', enrolment.clientId)
  const key = sameSecret(form.get('Key') ?? '', enrolment.clientSecret)
  if (id && key) return true
  call.note('token-credentials-wrong', 'Id and Key are not the client pair')
  return false
}

/**
 * Every documented field, each a string; `client_id` is the consumer key and `Id` the client id
 * (bank notes 2-5).
 */
const tokenBody = (token: string, enrolment: Enrolment, now: Date): object => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: '86399',
  issued_at: String(now.getTime()),
  refresh_token_expires_in: '0',
  refresh_count: '0',
  scope: 'rs-read',
  api_product_list: `[${products.join(', ')}]`,
  api_product_list_json: products,
  organization_name: 'alder-falls-practice',
  'developer.email': 'operations@alder-falls.example',
  client_id: enrolment.consumerKey,
  Id: enrolment.clientId,
  application_name: 'Practice workstation',
  status: 'approved',
})

/** POST /oauth/v1/token: the scope in the query, the consumer pair in the header, the client pair in the form. */
export function tokenRoute(enrolment: Enrolment, issuer: TokenIssuer, clock: Clock): Route {
  const handle = (call: Call): Reply | Refusal => {
    const form = new URLSearchParams(call.body.toString('utf8'))
    if (issuer.anotherIsNeedless()) call.note('token-needless', 'The earlier token was still good')
    if (!basicIsRight(call, enrolment)) return new Refusal(401)
    if (!formIsWhole(call, form)) return new Refusal(400)
    if (!formIsRight(call, form, enrolment)) return new Refusal(401)
    return {
      ...success(tokenBody(issuer.issue(), enrolment, clock.now())),
      handedOver: () => issuer.handedOver(),
    }
  }
  return {
    method: 'POST',
    path: '/oauth/v1/token',
    operation: 'token',
    bearer: false,
    mediaType: 'application/x-www-form-urlencoded',
    handle,
  }
}
