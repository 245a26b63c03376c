import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'
import {
  largestFileBytes,
  mostFiles,
  type ChosenFile,
  type FileDialogs,
  type FileTrouble,
  type OpenRequest,
} from '../../platform/files/chosen-file.ts'

/** Opens dialogs on the program's window; without a window nothing can be chosen. */
export const fileDialogs = (window: () => BrowserWindow | undefined): FileDialogs => ({
  async open({ title, kinds, several, largestBytes = largestFileBytes }) {
    const on = window()
    if (!on) return ok(null)
    const { canceled, filePaths } = await dialog.showOpenDialog(on, {
      title,
      filters: filtersOf(kinds),
      properties: several ? ['openFile', 'multiSelections'] : ['openFile'],
    })
    if (canceled || filePaths.length === 0) return ok(null)
    if (filePaths.length > mostFiles)
      return err({ file: `${String(filePaths.length)} files`, detail: `at most ${mostFiles}` })
    const chosen: ChosenFile[] = []
    for (const path of filePaths) {
      const read = await readBounded(path, largestBytes)
      if (!read.ok) return read
      chosen.push(read.value)
    }
    return ok(chosen)
  },

  async choosePlace({ title, kinds, of }) {
    const on = window()
    if (!on) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(on, {
      title,
      ...(of === 'file' && { filters: filtersOf(kinds) }),
      properties: of === 'file' ? ['openFile'] : ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },

  async save({ title, suggestedName, kinds, content }) {
    const on = window()
    if (!on) return ok(null)
    const { canceled, filePath } = await dialog.showSaveDialog(on, {
      title,
      defaultPath: suggestedName,
      filters: filtersOf(kinds),
    })
    if (canceled || filePath === '') return ok(null)
    const file = basename(filePath)
    return writeDurably(filePath, content).then(
      () => ok({ file }),
      (problem: unknown) => err(troubleOf(file, problem)),
    )
  },
})

const filtersOf = (kinds: OpenRequest['kinds']): { name: string; extensions: string[] }[] => [
  ...kinds.map(({ name, extensions }) => ({ name, extensions: [...extensions] })),
  { name: 'All files', extensions: ['*'] },
]

const troubleOf = (file: string, problem: unknown): FileTrouble => ({
  file,
  detail: (problem as NodeJS.ErrnoException).code ?? String(problem),
})

/** Reads a plain file up to a size limit; errors contain only the file name, not its folder. */
async function readBounded(
  path: string,
  largest: number,
): Promise<Result<ChosenFile, FileTrouble>> {
  const name = basename(path)
  try {
    const file = await open(path, 'r')
    try {
      const found = await file.stat()
      const { size } = found
      if (!found.isFile()) return err({ file: name, detail: 'not a file' })
      if (size > largest) {
        return err({ file: name, detail: `larger than ${String(largest / 1024 / 1024)} MB` })
      }
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return ok({ name, bytes: bytes.subarray(0, bytesRead) })
    } finally {
      await file.close()
    }
  } catch (problem) {
    return err(troubleOf(name, problem))
  }
}
