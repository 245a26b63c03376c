import { dialog, type BrowserWindow } from 'electron'
import type { OpenRequest } from '../../platform/files/chosen-file.ts'
import type { SystemDialogs } from '../../platform/files/file-dialogs.ts'

/** Opens dialogs on the program's window; without a window nothing can be chosen. */
export const systemDialogs = (window: () => BrowserWindow | undefined): SystemDialogs => ({
  async chooseFiles({ title, kinds, several }) {
    const on = window()
    if (!on) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(on, {
      title,
      filters: filtersOf(kinds),
      properties: several ? ['openFile', 'multiSelections'] : ['openFile'],
    })
    return canceled ? null : filePaths
  },

  async chooseFolder({ title }) {
    const on = window()
    if (!on) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(on, {
      title,
      properties: ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },

  async chooseTarget({ title, suggestedName, kinds }) {
    const on = window()
    if (!on) return null
    const { canceled, filePath } = await dialog.showSaveDialog(on, {
      title,
      defaultPath: suggestedName,
      filters: filtersOf(kinds),
      // Linux asks before it overwrites only on request.
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    })
    return canceled || filePath === '' ? null : filePath
  },
})

const filtersOf = (kinds: OpenRequest['kinds']): { name: string; extensions: string[] }[] => [
  ...kinds.map(({ name, extensions }) => ({ name, extensions: [...extensions] })),
  { name: 'All files', extensions: ['*'] },
]
