import { describe, expect, it } from 'vitest'
import { credentialsSheet, type SheetFacts } from '../../../../main/alerts/credentials-sheet.ts'

const facts: SheetFacts = {
  profileName: 'Ridgeway Treasury',
  environment: 'production',
  publicUrl: 'https://alerts.ridgeway.example/alerts',
  credentials: {
    userName: 'countersign-a1b2c3',
    password: 'Wm4-very_secret',
    createdAt: '2026-11-21T10:00:00.000Z',
  },
  previous: null,
  subscription: {
    codes: ['AL00906', 'AL00901'],
    sameAccounts: false,
    expectedDaily: 1200,
    expectedMonthly: null,
    expectedYearly: 300_000,
  },
  certificate: {
    leaf: { subject: 'CN=alerts', sha256: 'AB:CD', validTo: '2027-12-23T10:00:00.000Z' },
    isCreatedHere: true,
  },
  at: new Date('2026-11-21T11:00:00Z'),
}

describe('the sheet', () => {
  it('says everything that the bank needs, and that it holds a secret', () => {
    const page = credentialsSheet(facts)
    for (const text of [
      'Ridgeway Treasury',
      'Production',
      'https://alerts.ridgeway.example/alerts',
      'countersign-a1b2c3',
      'Wm4-very_secret',
      'AL00906, all ACH events; AL00901, wire and RTP events',
      'Different',
      '1,200',
      '300,000',
      'AB:CD',
      '2026-11-21T11:00:00.000Z',
      'This sheet holds a password.',
      'within 10 seconds',
      'every 5 hours',
      'The bank resends it for 24 hours',
    ])
      expect(page).toContain(text)
  })

  it('bank note 96: says that the twelfth attempt may not come, and claims of no 5XX that nothing was stored', () => {
    const page = credentialsSheet(facts)
    expect(page).toContain('the twelfth attempt may not come')
    expect(page).not.toContain('nothing was stored')
  })

  it('calls unarranged facts unknown, and names no address that was not entered', () => {
    const page = credentialsSheet({
      ...facts,
      publicUrl: null,
      subscription: null,
      certificate: null,
    })
    expect(page).toContain('Not entered yet')
    expect(page).toContain('<dt>Alert codes</dt><dd>Not known</dd>')
    expect(page).toContain('None yet')
  })

  it('names the previous credentials by their user name alone, while they are valid', () => {
    const previous = { userName: 'countersign-d4e5f6', password: 'older-secret' }
    const page = credentialsSheet({ ...facts, previous })
    expect(page).toContain('countersign-d4e5f6, accepted until it is ended')
    expect(page).not.toContain('older-secret')
  })

  it('runs no script and loads nothing, whatever the names hold', () => {
    const attack = '<script>alert(1)</script><img src="https://x.example/" onerror=\'x\'>&'
    const page = credentialsSheet({
      ...facts,
      profileName: attack,
      publicUrl: attack,
      credentials: { userName: attack, password: attack, createdAt: attack },
      certificate: {
        leaf: { subject: attack, sha256: attack, validTo: attack },
        isCreatedHere: false,
      },
    })
    expect(page).not.toMatch(/<(script|img|link|iframe|object)/i)
    expect(page).not.toContain('@import')
    expect(page).toContain("default-src 'none'")
    expect(page.split('&lt;script&gt;').length - 1).toBe(9)
  })
})
