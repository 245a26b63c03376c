import { expect, it } from 'vitest'
import { notesOf } from '../../../../scripts/lib/package/notes.ts'

const log =
  '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.0] - 2026-11-01\n\n### Fixed\n\n- it\n\n## [1.1.0]\n'

it('takes the text under the heading of the version', () => {
  expect(notesOf(log, '1.2.0')).toBe('### Fixed\n\n- it')
})

it.each(['1.1.0', '1.2', '2.0.0'])('has nothing for %s', (version) => {
  expect(notesOf(log, version)).toBeUndefined()
})

it('cuts notes that are too long for a manifest, and says so', () => {
  const notes = notesOf(`## [1.0.0]\n${'x'.repeat(9_000)}`, '1.0.0')
  expect(notes).toHaveLength(8_000)
  expect(notes).toContain('The rest stands in the change log.')
})
