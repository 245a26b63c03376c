import { describe, expect, it } from 'vitest'
import { graphOf, testsFor, wholeSettings } from '../../../scripts/lib/changed.ts'

/** A small tree: a rule and its screen, a store whose worker is loaded by URL, and page objects. */
const tree: Readonly<Record<string, string>> = {
  'main/platform/clock.ts': '',
  'main/money/payees/payees.ts': "import { now } from '../../platform/clock.ts'",
  'main/money/payees/serve-payees.ts': "import { payees } from './payees.ts'",
  'main/session/store-worker.ts': "import '../store/schema/migrations.ts'",
  'main/store/schema/migrations.ts': '',
  'main/platform/spreadsheets/spreadsheet-worker.ts': '',
  'renderer/ui/Grid.vue': '',
  'renderer/features/money/payees/PayeesPage.vue': "import Grid from '../../../ui/Grid.vue'",
  'renderer/features/money/approvals/ApprovalsPage.vue': "import Grid from '../../../ui/Grid.vue'",
  'test/unit/money/payees/payees.spec.ts':
    "import { payees } from '../../../../main/money/payees/payees.ts'",
  'test/unit/store/store.spec.ts': "source('main/session/store-worker.ts')",
  'test/unit/platform/spreadsheets/csv.spec.ts': '',
  'test/component/features/payees-page.spec.ts':
    "const page = await import('../../../renderer/features/money/payees/PayeesPage.vue')",
  'test/e2e/payees.spec.ts': "import { PayeesScreen } from './pages/payees-screen.ts'",
  'test/e2e/inbox.spec.ts': "import { ApprovalsScreen } from './pages/approvals-screen.ts'",
  'test/e2e/returns.spec.ts': "import { PayeesScreen } from './pages/payees-screen.ts'",
  'test/e2e/pages/payees-screen.ts': '',
  'test/e2e/pages/approvals-screen.ts': '',
  'test/proofs/payees.spec.ts': "import { payees } from '../../main/money/payees/payees.ts'",
}
const graph = graphOf(new Map(Object.entries(tree)))

describe('the tests of a change', () => {
  it('are those that import it, through components and late imports too, and no proof', () => {
    expect(testsFor(graph, ['main/money/payees/payees.ts']).vitest).toEqual([
      'test/unit/money/payees/payees.spec.ts',
    ])
    expect(testsFor(graph, ['renderer/ui/Grid.vue']).vitest).toEqual([
      'test/component/features/payees-page.spec.ts',
    ])
  })

  it('see through a worker that is loaded by URL to what it imports', () => {
    expect(testsFor(graph, ['main/store/schema/migrations.ts']).vitest).toEqual([
      'test/unit/store/store.spec.ts',
    ])
  })

  it('are those of its folder where a program is started under a computed name', () => {
    expect(testsFor(graph, ['main/platform/spreadsheets/spreadsheet-worker.ts']).vitest).toEqual([
      'test/unit/platform/spreadsheets/csv.spec.ts',
    ])
  })

  it('have a changed test among them, and nothing else', () => {
    expect(testsFor(graph, ['test/unit/money/payees/payees.spec.ts'])).toEqual({
      vitest: ['test/unit/money/payees/payees.spec.ts'],
      e2e: [],
      left: { vitest: 0, e2e: 0 },
    })
  })

  it('are none for a text that no test names', () => {
    expect(testsFor(graph, ['docs/notes.md'])).toEqual({
      vitest: [],
      e2e: [],
      left: { vitest: 0, e2e: 0 },
    })
  })
})

describe('the specs of the window', () => {
  it('are those with the name of the screen', () => {
    for (const file of [
      'main/money/payees/payees.ts',
      'renderer/features/money/payees/PayeesPage.vue',
    ])
      expect(testsFor(graph, [file]).e2e).toEqual(['test/e2e/payees.spec.ts'])
  })

  it('are those whose page objects have the name, where no spec has it', () => {
    const { e2e } = testsFor(graph, ['renderer/features/money/approvals/ApprovalsPage.vue'])
    expect(e2e).toEqual(['test/e2e/inbox.spec.ts'])
  })

  it('are those of every screen that shows a shared part', () => {
    expect(testsFor(graph, ['renderer/ui/Grid.vue']).e2e).toEqual([
      'test/e2e/payees.spec.ts',
      'test/e2e/inbox.spec.ts',
    ])
  })

  it('are all that use a page object that changed', () => {
    expect(testsFor(graph, ['test/e2e/pages/payees-screen.ts']).e2e).toEqual([
      'test/e2e/payees.spec.ts',
      'test/e2e/returns.spec.ts',
    ])
  })
})

describe('a change that many tests reach', () => {
  const wide = (direct: number, farther: number) => {
    const near = Array.from({ length: direct }, (_, at) => [
      `test/unit/near-${at}.spec.ts`,
      "import '../../main/a.ts'",
    ])
    const far = Array.from({ length: farther }, (_, at) => [
      `test/unit/far-${at}.spec.ts`,
      "import '../../main/b.ts'",
    ])
    const product = [
      ['main/a.ts', ''],
      ['main/b.ts', "import './a.ts'"],
    ]
    return graphOf(new Map([...product, ...near, ...far] as [string, string][]))
  }
  const changed = ['main/a.ts']

  it('runs the nearest first, as many as fit, and counts those that are left', () => {
    const { vitest, left } = testsFor(wide(30, 20), changed)
    expect(vitest).toHaveLength(40)
    expect(vitest.slice(0, 30).every((file) => file.includes('near'))).toBe(true)
    expect(left.vitest).toBe(10)
  })

  it('runs some where already the nearest are too many', () => {
    const { vitest, left } = testsFor(wide(60, 0), changed)
    expect(vitest).toHaveLength(40)
    expect(left.vitest).toBe(20)
  })

  it('names changed settings of the whole project, and no file that merely lies there', () => {
    expect(wholeSettings(['package.json', 'vitest.config.ts', 'README.md', 'notes.txt'])).toEqual([
      'package.json',
      'vitest.config.ts',
    ])
  })
})
