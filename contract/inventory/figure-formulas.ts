/** How the figures of an inventory are computed (product.md 9), in the words of every screen that shows them; without a full stop. */
export const figureFormulas = {
  totalValue: 'Retail price × stock of all parts, plus the retail prices of all products',
  valueAtCost: 'What the stock of all parts, assemblies and products is worth',
  averageMargin:
    'The mean of (retail price − cost) / retail price, over the products where it is positive. A product without a stored cost counts by its rolled-up cost; one without any cost is left out',
  lowStock: 'Parts whose stock is at or below their reorder threshold',
} as const
