import type { EventQuestion } from '@parley/contract/live/questions'
import { createContext, type ReactNode } from 'react'
import type { ShownLine } from '../chat.ts'

/** How the page around lets a question be reported: its sheet. Null where nobody is there to report to. */
export const QuestionReports = createContext<
  ((question: EventQuestion, onClose: () => void) => ReactNode) | null
>(null)

/** The same for a line of the chat of an event. */
export const LineReports = createContext<((line: ShownLine, onClose: () => void) => ReactNode) | null>(null)
