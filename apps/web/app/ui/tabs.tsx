import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './tabs.module.css'

export interface Tab {
  value: string
  name: string
  /** A short figure after the name. */
  badge?: string | undefined
  badgeLabel?: string
  content: ReactNode
}

export interface TabsProps {
  value: string
  onChange: (value: string) => void
  tabs: readonly Tab[]
}

/** Tabs with their panels. */
export function Tabs({ value, onChange, tabs }: TabsProps) {
  return (
    <BaseTabs.Root value={value} onValueChange={next => onChange(String(next))}>
      <BaseTabs.List className={css.list}>
        {tabs.map(tab => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={css.tab}>
            {tab.name}
            {tab.badge && (
              <span className={css.badge}>
                {tab.badge}
                {tab.badgeLabel && <span className="visually-hidden"> {tab.badgeLabel}</span>}
              </span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(tab => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
