import type { ReactNode } from 'react'
import css from './radio-option.module.css'

interface RadioOptionProps {
  /** The same for all options of a choice. */
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

/** One option of a choice, in a fieldset of the form. */
export function RadioOption({ name, isChosen, onChoose, children }: RadioOptionProps) {
  return (
    <label className={css.option}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}
