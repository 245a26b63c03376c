/** Native dialogs, by zenity on a desktop. Tests replace the functions of `dialog` instead. */
import { execFile } from 'node:child_process'
import type {
  FileFilter,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import { onPath } from '../find-chromium.ts'
import { strictObject } from '../strict.ts'
import { app } from './app.ts'

interface Answer {
  readonly isAccepted: boolean
  readonly text: string
}

function zenity(args: readonly string[]): Promise<Answer> {
  const tool = onPath('zenity')
  if (!tool)
    return Promise.reject(
      new Error('electron stand-in: native dialogs need zenity (apt-get install zenity)'),
    )
  return new Promise((resolve) => {
    execFile(tool, args, (error, output) =>
      resolve({ isAccepted: !error, text: output.replace(/\n$/, '') }),
    )
  })
}

/** Electron accepts the window as an optional first argument. */
type Args<Options> = [options: Options] | [window: object, options: Options]
const optionsOf = <Options>(args: Args<Options>): Options => args.at(-1) as Options

const filterArguments = (filters: readonly FileFilter[] = []): string[] =>
  filters.map(({ name, extensions }) => {
    const patterns = extensions.map((one) => (one === '*' ? '*' : `*.${one}`))
    return `--file-filter=${name} | ${patterns.join(' ')}`
  })
const startArguments = (path?: string): string[] => (path ? [`--filename=${path}`] : [])

/** Electron's `dialog`. */
export const dialog = strictObject('dialog', {
  async showOpenDialog(...args: Args<OpenDialogOptions>): Promise<OpenDialogReturnValue> {
    const { properties = [], title = 'Open', defaultPath, filters } = optionsOf(args)
    const answer = await zenity([
      '--file-selection',
      `--title=${title}`,
      ...(properties.includes('multiSelections') ? ['--multiple', '--separator=\n'] : []),
      ...(properties.includes('openDirectory') ? ['--directory'] : []),
      ...startArguments(defaultPath),
      ...filterArguments(filters),
    ])
    return answer.isAccepted
      ? { canceled: false, filePaths: answer.text.split('\n') }
      : { canceled: true, filePaths: [] }
  },
  async showSaveDialog(...args: Args<SaveDialogOptions>): Promise<SaveDialogReturnValue> {
    const { title = 'Save', defaultPath, filters } = optionsOf(args)
    const answer = await zenity([
      '--file-selection',
      '--save',
      `--title=${title}`,
      ...startArguments(defaultPath),
      ...filterArguments(filters),
    ])
    return { canceled: !answer.isAccepted, filePath: answer.isAccepted ? answer.text : '' }
  },
  async showMessageBox(...args: Args<MessageBoxOptions>): Promise<MessageBoxReturnValue> {
    const options = optionsOf(args)
    const { message, detail, buttons = ['OK'], cancelId = 0, checkboxChecked = false } = options
    const answer = await zenity([
      '--question',
      '--switch',
      `--title=${options.title ?? app.name}`,
      `--text=${[message, detail].filter(Boolean).join('\n\n')}`,
      ...buttons.map((label) => `--extra-button=${label}`),
    ])
    const pressed = buttons.indexOf(answer.text)
    return { response: pressed >= 0 ? pressed : cancelId, checkboxChecked }
  },
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`)
  },
})
