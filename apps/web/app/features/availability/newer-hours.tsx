import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './availability-form.module.css'

interface NewerHoursProps {
  /** Whether the hours of the form can be saved. */
  isGood: boolean
  onKeep: () => void
  onLoad: () => void
}

/** The choice of a person whose hours were saved in another place: those of this form, or the newer ones. */
export function NewerHours({ isGood, onKeep, onLoad }: NewerHoursProps) {
  return (
    <fieldset className={css.newer}>
      <legend className="visually-hidden">{t('Which times should stand')}</legend>
      <Button onClick={onLoad}>{t('Load the newer times')}</Button>
      <Button variant="primary" onClick={onKeep} disabled={!isGood}>
        {t('Save mine over them')}
      </Button>
    </fieldset>
  )
}
