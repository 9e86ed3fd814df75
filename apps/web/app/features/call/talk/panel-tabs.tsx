import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import tabCss from '../../../ui/tabs.module.css'
import css from './panel-tabs.module.css'

export interface PanelTab {
  value: string
  name: ReactNode
  content: ReactNode
}

export interface PanelTabsProps {
  value: string
  onChange: (value: string) => void
  tabs: readonly PanelTab[]
  /** Buttons at the end of the row of tabs. */
  actions: ReactNode
}

/** Tabs at the top of a panel whose chosen part fills the height that is left: two rows of the panel's grid. */
export function PanelTabs({ value, onChange, tabs, actions }: PanelTabsProps) {
  return (
    <BaseTabs.Root className={css.root} value={value} onValueChange={next => onChange(String(next))}>
      <div className={css.top}>
        <BaseTabs.List className={css.list}>
          {tabs.map(tab => (
            <BaseTabs.Tab key={tab.value} value={tab.value} className={tabCss.tab}>
              {tab.name}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {actions}
      </div>
      {tabs.map(tab => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
