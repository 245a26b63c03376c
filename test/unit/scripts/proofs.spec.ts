import { afterEach, describe, expect, it, vi } from 'vitest'
import { chosenProofs, proofRows } from '../../../scripts/lib/proofs.ts'
import { proofTable } from '../../../scripts/lib/tables.ts'
import { proofSize } from '../../proofs/sizes.ts'

const names = ['alerts', 'once', 'soak', 'units']

describe('choosing', () => {
  it('takes all without a choice', () => {
    expect(chosenProofs(names, {})).toEqual(names)
  })

  it('takes the named proofs, in its own order, and leaves out the excepted ones', () => {
    expect(chosenProofs(names, { only: 'soak,alerts' })).toEqual(['alerts', 'soak'])
    expect(chosenProofs(names, { except: 'once,units' })).toEqual(['alerts', 'soak'])
    expect(chosenProofs(names, { only: 'once,soak', except: 'soak' })).toEqual(['once'])
  })

  it('refuses a name that is unknown, and a choice of nothing', () => {
    expect(() => chosenProofs(names, { only: 'onec' })).toThrow('unknown: onec')
    expect(() => chosenProofs(names, { except: 'once,' })).toThrow('unknown: ')
    expect(() => chosenProofs(names, { only: 'once', except: 'once' })).toThrow('no proof is left')
  })
})

describe('the size', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is that of a commit unless the full one is requested', () => {
    vi.stubEnv('COUNTERSIGN_PROOFS', undefined)
    expect(proofSize()).toBe('commit')
    vi.stubEnv('COUNTERSIGN_PROOFS', 'full')
    expect(proofSize()).toBe('full')
  })

  it('is refused where its name is unknown', () => {
    vi.stubEnv('COUNTERSIGN_PROOFS', 'ful')
    expect(proofSize).toThrow('COUNTERSIGN_PROOFS=ful is unknown')
  })
})

describe('the table', () => {
  const suite = {
    name: 'proofs',
    seconds: 90,
    passed: 3,
    failed: 2,
    skipped: 0,
    failures: ['keeps', 'loses'].map((title) => ({
      project: 'proofs',
      file: 'test/proofs/alerts.spec.ts',
      title,
      error: '',
    })),
    times: [
      { file: 'test/proofs/once.spec.ts', seconds: 80.04 },
      { file: 'test/proofs/alerts.spec.ts', seconds: 9.96 },
    ],
    rerun: [],
  }

  it('says of each proof how large it was, how long it took and how it came out', () => {
    expect(proofTable(proofRows(['alerts', 'once', 'soak'], 'commit', suite))).toBe(
      [
        'proof     size  seconds      outcome',
        'alerts  commit     10.0     2 failed',
        'once    commit     80.0       passed',
        'soak    commit      0.0  did not run',
      ].join('\n'),
    )
  })
})
