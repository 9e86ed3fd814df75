import type { EventQuestion } from '@parley/contract/live/questions'
import { createContext } from 'react'
import type { ShownLine } from '../chat.ts'

/** How the page around lets a question be reported. Null where nobody is there to report to. */
export const QuestionReports = createContext<((question: EventQuestion) => void) | null>(null)

/** The same for a line of the chat of an event. */
export const LineReports = createContext<((line: ShownLine) => void) | null>(null)
