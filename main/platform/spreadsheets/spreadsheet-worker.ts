/** The process that reads spreadsheets and writes workbooks: a program of its own. */
import { answerMain } from '../reader-program.ts'
import { spreadsheetAnswers } from './serve-spreadsheets.ts'

answerMain(spreadsheetAnswers())
