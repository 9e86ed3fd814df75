import { type ReactNode, useState } from 'react'
import css from '../../features/staff/staff.module.css'
import { Button } from '../../ui/button.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages } from './desk-pages.tsx'

interface CaseState {
  /** As the API names it. */
  state: string
  tab: string
  /** The sentence instead of an empty list. */
  none: string
}

interface DeskCasesProps<Case> {
  /** As the API names the list. */
  name: string
  title: string
  waiting: string
  /** In the order of their tabs; the page opens with the first. */
  states: readonly [CaseState, ...CaseState[]]
  /** Between the tabs and the cases. */
  message?: ReactNode
  children: (cases: Case[], more: ReactNode) => ReactNode
}

/** A list of the desk with a tab for each state of its cases. */
export function DeskCases<Case>({ name, title, states, ...props }: DeskCasesProps<Case>) {
  const [chosen, setChosen] = useState(states[0])
  const query = useDeskPages<Case>(name, `/api/staff/${name}/?state=${chosen.state}`)
  const { none } = states.find(({ state }) => state === chosen.state) ?? chosen
  return (
    <section aria-label={title} className={css.part}>
      <h2>{title}</h2>
      <div className={css.bar}>
        {states.map(each => (
          <Button
            key={each.state}
            className={css.tab ?? ''}
            aria-pressed={chosen.state === each.state}
            onClick={() => setChosen(each)}
          >
            {each.tab}
          </Button>
        ))}
      </div>
      {props.message}
      <Answered query={query} waiting={props.waiting}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{none}</p>
          ) : (
            props.children(rowsOf(found), <ShowMore query={query} />)
          )
        }
      </Answered>
    </section>
  )
}
