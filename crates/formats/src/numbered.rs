//! Graphs whose vertices are counted from 1 and may have labels: the common part of Pajek, UCINET
//! DL and LEDA.

use crate::format::CostKey;
use crate::graph::{FROM_1, Graph};
use crate::labels::{Labels, shared};
use crate::problem::{Problem, quoted};
use crate::words::Word;

/// A graph under construction.
pub(crate) struct Numbered<'a> {
    pub(crate) graph: Graph,
    labels: Vec<Option<Word<'a>>>,
    costs: CostKey,
    /// The part of the text that gives the number of vertices, for messages.
    origin: &'static str,
    has_arcs: bool,
    /// The indices of the edges that lead both ways.
    both_ways: Vec<usize>,
}

impl<'a> Numbered<'a> {
    /// A graph with this many vertices and no edges.
    pub(crate) fn new(vertices: u32, origin: &'static str, costs: CostKey) -> Self {
        let graph = Graph { vertices, is_multigraph: true, ..Graph::default() };
        Self { graph, labels: vec![None; vertices as usize], costs, origin, has_arcs: false, both_ways: Vec::new() }
    }

    /// The vertex whose number a word states.
    pub(crate) fn vertex(&self, word: &Word<'_>) -> Result<u32, Problem> {
        word.vertex_from_1(self.graph.vertices, self.origin)
    }

    /// Labels a vertex. An empty label counts as none.
    pub(crate) fn label(&mut self, vertex: u32, label: &Word<'a>) -> Result<(), Problem> {
        let place = &mut self.labels[vertex as usize];
        if place.is_some() {
            let message = format!("vertex {} has a second line here", vertex + 1);
            return Err(Problem::expected(Some(label.span.clone()), message, "one line for each vertex"));
        }
        *place = Some(label.clone()).filter(|label| !label.text.trim().is_empty());
        Ok(())
    }

    /// The label of a vertex, if it has one.
    pub(crate) fn label_of(&self, vertex: u32) -> Option<&str> {
        self.labels.get(vertex as usize)?.as_ref().map(|label| label.text)
    }

    /// Adds an edge, or an arc if it leads one way.
    pub(crate) fn join(&mut self, ends: [&Word<'_>; 2], cost: Option<&Word<'_>>, leads: Leads) -> Result<(), Problem> {
        let ends_of = (self.vertex(ends[0])?, self.vertex(ends[1])?);
        self.add(ends_of, cost, ends, leads)
    }

    /// Adds an edge or an arc between existing vertices. Its span extends from one word to another.
    pub(crate) fn add(
        &mut self,
        ends: (u32, u32),
        cost: Option<&Word<'_>>,
        [from, to]: [&Word<'_>; 2],
        leads: Leads,
    ) -> Result<(), Problem> {
        match leads {
            Leads::OneWay => self.has_arcs = true,
            Leads::BothWays => self.both_ways.push(self.graph.edges.len()),
        }
        let cost = cost.map(|cost| self.costs.of(cost)).transpose()?.flatten();
        self.graph.add(ends, cost, || from.span.start..to.span.end)
    }

    /// Adds the entry in a row and a column of a matrix. A zero adds nothing.
    pub(crate) fn entry(&mut self, ends: (u32, u32), entry: &Word<'_>, leads: Leads) -> Result<(), Problem> {
        match entry.decimal() {
            Some(0.0) => Ok(()),
            Some(_) => self.add(ends, Some(entry), [entry, entry], leads),
            None => {
                let message = format!("{} is not an entry of a matrix", quoted(entry.text));
                Err(Problem::expected(Some(entry.span.clone()), message, "a number, 0 where there is no edge"))
            }
        }
    }

    /// The graph, with its labels. It is undirected if all arcs have their reverses.
    pub(crate) fn finish(mut self) -> Result<Graph, Problem> {
        let graph = &mut self.graph;
        graph.forget_ones();
        if self.has_arcs {
            for index in self.both_ways {
                let (from, to) = graph.edges[index];
                let cost = graph.costs.as_ref().map(|costs| costs[index]);
                graph.add((to, from), cost, || 0..0)?;
            }
            graph.make_undirected_if_symmetric();
        }
        if self.labels.iter().all(Option::is_none) {
            graph.remark((graph.vertices > 0).then(|| FROM_1.to_owned()));
            return Ok(self.graph);
        }
        let called = (1..).zip(&self.labels);
        let called = called.map(|(number, label)| label.as_ref().map_or(number.to_string(), |it| it.text.to_owned()));
        if let Some(label) = shared(called) {
            let why = format!("two vertices have the label {}, so labels are left out; {FROM_1}", quoted(&label));
            graph.remark(Some(why));
            return Ok(self.graph);
        }
        let mut labels = Labels::default();
        for (index, label) in self.labels.iter().enumerate() {
            match label {
                Some(label) => labels.new_vertex(label.text, label.span.clone())?,
                None => labels.new_vertex(&(index + 1).to_string(), 0..0)?,
            };
        }
        labels.name(graph);
        Ok(self.graph)
    }
}

/// The directions of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    OneWay,
    BothWays,
}
