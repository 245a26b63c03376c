/** The keys of the screen; those for typing belong to the grid. */
import { useShortcuts } from '../../../state/shortcuts.ts'
import type { ToolbarAct } from './toolbar-acts.ts'

interface BatchActs {
  readonly act: (what: ToolbarAct) => void
  readonly prompt: () => void
  readonly save: () => void
  readonly next: () => void
  /** Why nothing can be written; empty if it can. */
  readonly disabledReason: () => string
}

const group = 'New batch'

/** Registers the keys while the screen is mounted. */
export function useBatchShortcuts({ act, prompt, save, next, disabledReason }: BatchActs): void {
  const mayWrite = (): boolean => disabledReason() === ''
  useShortcuts([
    {
      id: 'batch.submit',
      keys: 'Mod+Enter',
      title: 'Submit the batch for approval',
      group,
      when: mayWrite,
      run: prompt,
    },
    {
      id: 'batch.save',
      keys: 'Mod+S',
      title: 'Save the batch now',
      group,
      when: mayWrite,
      run: save,
    },
    {
      id: 'batch.next',
      keys: 'F8',
      title: 'Go to the next problem in the entries',
      group,
      run: next,
    },
    {
      id: 'batch.import',
      keys: 'Mod+Alt+I',
      title: 'Import entries from a file',
      group,
      when: mayWrite,
      run: () => act('import'),
    },
    {
      id: 'batch.check',
      keys: 'Mod+Alt+J',
      title: 'Check a file without importing it',
      group,
      when: mayWrite,
      run: () => act('check'),
    },
    {
      id: 'batch.drafts',
      keys: 'Mod+Alt+D',
      title: 'Open a batch draft',
      group,
      run: () => act('drafts'),
    },
    {
      id: 'batch.templates',
      keys: 'Mod+Alt+T',
      title: 'Batch templates',
      group,
      run: () => act('templates'),
    },
    {
      id: 'batch.ownership',
      keys: 'Mod+Alt+O',
      title: 'Verify account owners',
      group,
      run: () => act('ownership'),
    },
    {
      id: 'batch.csv',
      keys: 'Mod+Alt+C',
      title: 'Export the batch as CSV',
      group,
      run: () => act('csv'),
    },
    {
      id: 'batch.nacha',
      keys: 'Mod+Alt+H',
      title: 'Export the batch as a NACHA file',
      group,
      run: () => act('nacha'),
    },
  ])
}
