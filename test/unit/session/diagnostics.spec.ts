/**
 * The diagnostics file for support: canaries are planted in every field, in the log and among the
 * secrets; none of them is in the file, but all useful facts are.
 */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redactorForAway, stripNames } from '../../../main/bank/privacy/redact-away.ts'
import { emptyForm, emptyParty } from '../../../preload/contract/domain/orders/payment-form.ts'
import { emptyDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../profile/keychain/support/private-keyring.ts'
import {
  makeProfile,
  openWorkstation,
  type RealWorkstation,
} from '../profile/support/real-workstation.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

describe('of a text that leaves this computer', () => {
  const redact = redactorForAway({
    secrets: ['consumer-secret-canary'],
    names: ['Ridgeway Supply', 'Ana Ruiz', 'Zoë'],
  })
  it.each([
    ['a secret, coded', `x ${Buffer.from('consumer-secret-canary').toString('base64')} y`],
    ['a secret', 'x consumer-secret-canary y'],
    ['an account', 'x 000123456789 y'],
    ['an SSN', 'x 123-45-6789 y'],
    ['a card', 'x 4111 1111 1111 1111 y'],
    ['an SSN with dots', 'x 123.45.6789 y'],
    ['an SSN with dashes that do not break', 'x 123\u201145\u20116789 y'],
    ['an SSN with long dashes', 'x 123\u201345\u20136789 y'],
    ['an SSN with blanks that do not break', 'x 123\u00a045\u00a06789 y'],
    ['an account of full width', 'x \uff11\uff12\uff13\uff14\uff15\uff16 y'],
    ['an account in Arabic digits', 'x \u0661\u0662\u0663\u0664\u0665\u0666 y'],
    ['an account by threes', 'x 123 456 789 012 y'],
    ['a card with dots', 'x 4111.1111.1111.1111 y'],
    ['a routing number by threes', 'x 021-000-021 y'],
    ['an account with commas', 'x 1,234,567,890 y'],
    ['a name', 'x ridgeway   SUPPLY y'],
    ['a name with its last word first', 'x Ruiz, Ana y'],
    ['a name whose accent is a sign of its own', 'x Zoe\u0308 y'],
    ['a name in an address', 'x Ana%20Ruiz y'],
    ['a name in JSON escapes', String.raw`x Ana\u0020Ruiz y`],
    ['a name in a page', 'x Ana&nbsp;Ruiz y'],
    ['a name beyond ASCII', 'x zoë y'],
  ])('%s is removed', (_what, text) => {
    expect(redact(text)).toMatch(/^x \[[a-z ]+\] y$/)
  })

  it.each(['SSN,123-45-6789', 'no.4111 1111 1111 1111', '1.2.3.123 45 6789', '7.021-000-021'])(
    'a number right after a comma or a dot is removed: %s',
    (text) => {
      expect(redact(text)).toContain('[number]')
      expect(redact(text)).not.toMatch(/45|1111|021/)
    },
  )

  it('instants, versions and words stay', () => {
    const text =
      '2026-11-23T14:00:00.000Z 2026-11-23 14:00:00,123 1.2.3 149.0.7827.55 192.168.100.200 10.168.100.200 12,345 SQLITE_FULL Anabel Ridgeway'
    expect(redact(text)).toBe(text)
  })

  it('a hundred thousand names cost no time', () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `Name${String(at)} Person`)
    const without = stripNames(names)
    const text = 'nothing of it here, '.repeat(20_000)
    const start = process.cpuUsage()
    expect(without(text)).toBe(text)
    expect(without('paid Name77777 Person today')).toBe('paid [name] today')
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(20_000)
  })
})

describe('the diagnostics of a real profile', () => {
  let keyring: PrivateKeyring
  let folder: string
  let session: RealWorkstation
  beforeAll(async () => {
    keyring = await startPrivateKeyring()
    folder = await newFolder()
    session = await openWorkstation(folder, keyring.env)
  })
  afterAll(async () => {
    await session.workstation.close()
    await keyring.stop()
    await removeFolder(folder)
  })

  it('hold none of the planted secrets, and are audited', async () => {
    await makeProfile(session, 'Main desk')
    const credentials = {
      consumerKey: 'canary-consumer-key-11',
      consumerSecret: 'canary-consumer-secret-12',
      clientId: 'canary-client-id-13',
      clientSecret: 'canary-client-secret-14',
    }
    await session.must('profiles.changeDetails', {
      ...emptyDetails,
      baseUrl: 'https://bank.example',
    })
    await session.must('profiles.saveCredentials', credentials)
    const party = {
      ...emptyParty,
      name: 'Canary Payee Incorporated',
      accountNumber: '5550142999',
      address: ['12 Canary Street'],
    }
    const form = { ...emptyForm, creditParty: party, amount: '12.50' }
    await session.must('orders.saveDraft', { id: null, form })
    const planted = [
      ...Object.values(credentials),
      'Canary Payee Incorporated',
      '5550142999',
      '123-45-6789',
      '000987654321',
      'Ana Ruiz',
    ]
    const message = `it broke: ${planted.join(' | ')}`
    const line = { at: '2026-11-23T14:00:00.000Z', reference: 'R1', where: 'x', message }
    await session.workstation.log.flushed()
    session.workstation.log.unforeseen('canary', new Error(message))
    await session.workstation.log.flushed()
    await appendFile(join(folder, 'log', 'countersign.log'), `${JSON.stringify(line)}\n`)
    const { draftId, text } = await session.must<{ draftId: string; text: string }>(
      'diagnostics.preview',
    )
    for (const one of planted) {
      expect(text).not.toContain(one)
      expect(text).not.toContain(Buffer.from(one).toString('base64'))
    }
    expect(text).not.toContain('12 Canary Street')
    const read = JSON.parse(text) as Record<string, unknown>
    expect(read).toMatchObject({
      program: { version: '0.0.0-test', node: process.versions.node },
      open: [{ environment: 'pre-production', store: 'open', tables: { orders: 1 } }],
    })
    expect(text).toContain('it broke')
    const saved = await session.must<{ file: string } | null>('diagnostics.save', { draftId })
    expect(saved?.file).toContain('diagnostics')
    expect(session.person.saved.at(-1)?.content).toBe(text)
    const acts = await session
      .must<{ items: { kind: string }[] }>('audit.list', {
        cursor: null,
        limit: 50,
      })
      .catch(() => null)
    if (acts) expect(acts.items.map(({ kind }) => kind)).toContain('diagnostics.saved')
  })
})
