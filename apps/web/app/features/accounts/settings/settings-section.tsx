import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import css from './settings.module.css'

export interface SettingsSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A card for one subject of the settings. */
export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className={css.section}>
        <div className={css.head}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {children}
      </Card>
    </section>
  )
}
